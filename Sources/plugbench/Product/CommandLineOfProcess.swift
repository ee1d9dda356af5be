import CBenchFloor
import Foundation

/// A program and its arguments, in the form that C wants.
@safe final class CommandLineOfProcess {
  private let words: [UnsafeMutablePointer<CChar>?]

  init(_ words: [String]) {
    unsafe self.words = words.map { unsafe strdup($0) } + [nil]
  }

  deinit {
    for index in unsafe words.indices { unsafe free(words[index]) }
  }

  /// Runs it with its output thrown away; returns its exit code, -1 where it was not started or was
  /// killed.
  func run() -> Int32 {
    let constant = unsafe words.map { unsafe UnsafePointer($0) }
    return unsafe constant.withUnsafeBufferPointer { words in
      guard let start = words.baseAddress else { return -1 }
      return unsafe bench_process_run(start)
    }
  }
}
