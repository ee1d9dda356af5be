/// `plugbench replay`: a million lines through `plugrun replay`, and what one process a sample needs.
enum ReplayCommand {
  static let name = "replay"

  /// What the command line asks for.
  struct Options {
    var lines = 1_000_000
    var printsJSON = false

    init(_ arguments: [String]) throws(UsageError) {
      var rest = arguments[...]
      while let option = rest.popFirst() {
        let value = rest.popFirst() ?? ""
        switch (option, value) {
        case ("--lines", _):
          guard let number = Int(value), (100...100_000_000).contains(number) else {
            throw UsageError(
              sentence: "--lines \(value) is no number of lines from 100 to 100000000")
          }
          lines = number
        case ("--format", "text"), ("--format", "json"): printsJSON = value == "json"
        case ("--format", _):
          throw UsageError(sentence: "--format \(value) is unknown; give text or json")
        default:
          throw UsageError(sentence: "\(option) is no option of replay; see plugbench --help")
        }
      }
    }
  }

  /// Measures and prints; false where something failed.
  static func run(_ options: Options) -> Bool {
    do {
      let measurement = try ReplayMeasurement(lines: options.lines) { StandardStreams.complain($0) }
      StandardStreams.print(options.printsJSON ? measurement.json : measurement.text)
      return true
    } catch let skip as Skip {
      StandardStreams.complain("replay cannot be measured: \(skip.reason)")
    } catch {
      StandardStreams.complain("replay failed: \(error)")
    }
    return false
  }
}
