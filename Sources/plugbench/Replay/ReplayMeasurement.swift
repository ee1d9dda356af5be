import CBenchFloor
import Foundation

/// Many lines through one `plugrun replay`, in parts. After each a few `lua5.4` processes run, one a
/// sample, so that whatever else the machine does meets both; after each tenth its memory is looked
/// at.
struct ReplayMeasurement {
  /// The most that memory may grow with each line, in bytes; what is kept by mistake is larger.
  static let allowedGrowth = 8.0
  /// So many lines tell growth from a process that has only just begun.
  static let linesForGrowth = 500_000
  /// How many times as many responses as processes a second there should be.
  static let goal = 4.0

  private static let parts = 100
  private static let processesAPart = 3
  private static let memorySamples = 10
  private static let linesAWrite = 64

  let lines: Int
  /// Seconds that each part's responses took.
  private(set) var seconds: [Double] = []
  /// Seconds that the processes after each part took; empty without `lua5.4`.
  private(set) var processSeconds: [Double] = []
  /// Why no process was run.
  private(set) var skipped: String?
  /// Bytes in memory, with the lines handled until then; empty where the system does not tell.
  private(set) var memory: [(lines: Int, bytes: Int)] = []
  /// The most bytes that it ever had in memory.
  private(set) var largest = 0

  init(lines: Int, progress: (String) -> Void) throws {
    self.lines = lines
    let bundle = try TemporaryBundle(SampleScripts.reply)
    let response = try bundle.write(SampleResponse.text, to: "response.json")
    var floor: CommandLineOfProcess?
    do {
      floor = try ColdRunScript.process(bundle, response: response)
    } catch let skip as Skip {
      skipped = skip.reason
    }
    let replay = try ReplayProcess(try PlugrunBinary.built(), plugins: bundle.path)
    var written = 0
    for part in 1...Self.parts {
      let end = lines * part / Self.parts
      seconds.append(try Self.time { try Self.send(written..<end, to: replay) })
      written = end
      if let floor { processSeconds.append(try Self.time { try Self.run(floor) }) }
      guard part.isMultiple(of: Self.parts / Self.memorySamples) else { continue }
      let bytes = replay.residentBytes
      if bytes > 0 { memory.append((end, bytes)) }
      progress("\(end.grouped) of \(lines.grouped) lines")
    }
    try replay.end()
    largest = bench_largest_child_bytes()
  }

  private static func send(_ numbers: Range<Int>, to replay: ReplayProcess) throws {
    var sample = SampleResponse(oneLine: true)
    var bytes: [UInt8] = []
    for number in numbers {
      sample.renumber(number)
      bytes += sample.bytes
      bytes.append(UInt8(ascii: "\n"))
      if (number - numbers.lowerBound) % linesAWrite == linesAWrite - 1 {
        try replay.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try replay.write(bytes)
    try replay.reach(numbers.upperBound)
  }

  private static func run(_ floor: CommandLineOfProcess) throws {
    for _ in 0..<processesAPart {
      guard floor.run() == 0 else { throw BenchFailure("lua5.4 failed") }
    }
  }

  private static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  // MARK: What it came to

  var totalSeconds: Double { seconds.reduce(0, +) }
  var responsesPerSecond: Double { Double(lines) / totalSeconds }
  var processes: Int { processSeconds.count * Self.processesAPart }
  var totalProcessSeconds: Double { processSeconds.reduce(0, +) }

  var processesPerSecond: Double? {
    processSeconds.isEmpty ? nil : Double(processes) / totalProcessSeconds
  }

  /// How many times as many responses as processes a second, part by part.
  var times: Measurement? {
    guard !processSeconds.isEmpty else { return nil }
    return Measurement(
      medianOf: zip(seconds, processSeconds).map { ours, theirs in
        theirs / Double(Self.processesAPart) / (ours / (Double(lines) / Double(Self.parts)))
      })
  }

  /// Bytes that a line adds: from the median of the first half of the samples to that of the others;
  /// `nil` where the system does not tell.
  var growth: Double? {
    guard memory.count == Self.memorySamples else { return nil }
    let half = memory.count / 2
    let (early, late) = (memory.prefix(half), memory.suffix(half))
    func middle(_ samples: ArraySlice<(lines: Int, bytes: Int)>) -> Double {
      Statistics(samples.map { Double($0.bytes) }).quantile(0.5)
    }
    return (middle(late) - middle(early)) / (Double(lines) / 2)
  }
}
