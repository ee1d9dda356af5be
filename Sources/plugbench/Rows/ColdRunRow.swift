import CBenchFloor
import Foundation

/// A whole process: `plugrun run` on the sample, against `lua5.4` that reads the same sample with a
/// JSON reader in Lua and runs the same handler.
enum ColdRunRow {
  static let row = Row(
    id: "cold-run", goal: 4, unit: .ratio,
    summary: "plugrun run as a process against lua5.4 on the same sample"
  ) { seconds in
    let plugrun = try staticPlugrun()
    let bundle = try TemporaryBundle(SampleScripts.reply)
    let response = try bundle.write(SampleResponse.text, to: "response.json")
    let floor = try bundle.write(ColdRunScript.text, to: "floor.lua")
    let ours = CommandLineOfProcess([plugrun, "run", response, "--plugins", bundle.path])
    let theirs = CommandLineOfProcess(
      ["lua5.4", floor, response, "\(bundle.path)/bench/reply.lua"])
    guard theirs.run() == 0 else {
      throw Skip(reason: "lua5.4 is not installed: apt-get install lua5.4")
    }
    return try await Pairs.ratio(seconds: seconds) {
      guard ours.run() == 0 else { throw BenchFailure("plugrun failed") }
    } to: {
      guard theirs.run() == 0 else { throw BenchFailure("lua5.4 failed") }
    }
  }

  /// The `plugrun` that was built beside this program, if its Swift libraries are inside it.
  private static func staticPlugrun() throws -> String {
    let cure = "build it: swift build -c release --static-swift-stdlib --product plugrun"
    guard let own = Bundle.main.executableURL else { throw Skip(reason: "no path to plugrun") }
    let url = own.deletingLastPathComponent().appending(path: "plugrun")
    guard let bytes = try? Data(contentsOf: url, options: .mappedIfSafe) else {
      throw Skip(reason: "there is no plugrun beside plugbench; \(cure)")
    }
    guard bytes.range(of: Data("libswiftCore.so".utf8)) == nil else {
      throw Skip(reason: "plugrun is not static; \(cure)")
    }
    return url.path(percentEncoded: false)
  }
}

/// A program and its arguments, in the form that C wants.
@safe private final class CommandLineOfProcess {
  private let words: [UnsafeMutablePointer<CChar>?]

  init(_ words: [String]) {
    unsafe self.words = words.map { unsafe strdup($0) } + [nil]
  }

  deinit {
    for index in unsafe words.indices { unsafe free(words[index]) }
  }

  func run() -> Int32 {
    let constant = unsafe words.map { unsafe UnsafePointer($0) }
    return unsafe constant.withUnsafeBufferPointer { words in
      guard let start = words.baseAddress else { return -1 }
      return unsafe bench_process_run(start)
    }
  }
}
