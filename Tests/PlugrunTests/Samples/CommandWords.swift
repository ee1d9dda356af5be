/// The words of a command as a page shows it: divided at spaces, except between double quotes.
enum CommandWords {
  static func words(of command: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    // By code points: a space before a combining mark is still a space to a shell.
    for scalar in command.unicodeScalars {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let ended = word { words.append(ended) }
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
