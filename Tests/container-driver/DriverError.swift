/// Something that the driver was not started for.
struct DriverError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The words of a command line after the command's name.
struct Words {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  func text(_ index: Int) throws -> String {
    guard index < words.count else { throw DriverError("word \(index) is missing") }
    return words[index]
  }

  func number(_ index: Int) throws -> Int {
    guard let number = Int(try text(index)) else { throw DriverError("word \(index) is no number") }
    return number
  }
}
