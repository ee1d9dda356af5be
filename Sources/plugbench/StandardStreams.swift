import Foundation

/// The result goes to standard output, everything else to standard error.
enum StandardStreams {
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("plugbench: \(sentence)\n".utf8))
  }

  static func exit(_ code: Int32) -> Never {
    Foundation.exit(code)
  }
}
