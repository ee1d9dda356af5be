/// Measures the product against the least that the same job takes in C, and prints the ratios.
@main
enum Plugbench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == SharedWriter.command {
      StandardStreams.exit(SharedWriter.main(Array(arguments.dropFirst())))
    }
    let options: Options
    var replay: ReplayCommand.Options?
    do throws(UsageError) {
      if arguments.first == ReplayCommand.name {
        replay = try ReplayCommand.Options(Array(arguments.dropFirst()))
        options = try Options([])
      } else {
        options = try Options(arguments)
      }
    } catch {
      StandardStreams.complain(error.sentence)
      StandardStreams.exit(2)
    }
    guard !options.wantsHelp else {
      StandardStreams.print(Options.help)
      return
    }
    #if DEBUG
      StandardStreams.complain(
        "plugbench measures release builds only: swift run -c release plugbench")
      StandardStreams.exit(2)
    #else
      if let replay {
        StandardStreams.exit(ReplayCommand.run(replay) ? 0 : 1)
      }
      // Off the main thread: coming back to it after each await would be measured as well.
      let isComplete = await Task.detached { await run(options) }.value
      if !isComplete { StandardStreams.exit(1) }
    #endif
  }

  /// Measures the rows one by one; false where one of them failed.
  private static func run(_ options: Options) async -> Bool {
    var report = Report()
    var isComplete = true
    for row in options.rows {
      StandardStreams.complain("\(row.id) …")
      do {
        report.add(row, .measured(try await row.measure(options.seconds)))
      } catch let skip as Skip {
        report.add(row, .skipped(skip.reason))
        StandardStreams.complain("\(row.id) skipped: \(skip.reason)")
      } catch {
        report.add(row, .skipped("failed: \(error)"))
        StandardStreams.complain("\(row.id) failed: \(error)")
        isComplete = false
      }
    }
    StandardStreams.print(options.printsJSON ? report.json : report.text)
    return isComplete
  }
}
