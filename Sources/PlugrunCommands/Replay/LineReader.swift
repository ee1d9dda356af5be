/// Takes a stream of bytes apart into lines, holding no more than one line and one piece.
struct LineReader {
  /// A line without its end.
  enum Line: Equatable {
    case text([UInt8])
    /// Longer than the limit; nothing of it was kept.
    case tooLong
  }

  private let source: any ByteSource
  private let limit: Int
  private var piece: ArraySlice<UInt8> = []
  /// Bytes that were taken from the source.
  private(set) var bytesRead = 0
  private var isAtEnd = false

  /// - Parameter limit: The most bytes of a line.
  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// The next line; `nil` at the end.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if piece.isEmpty {
        if !isAtEnd {
          piece = try source.readSome(at: bytesRead)[...]
          bytesRead += piece.count
          isAtEnd = piece.isEmpty
        }
        if isAtEnd { return isTooLong ? .tooLong : line.isEmpty ? nil : .text(line) }
      }
      let end = piece.firstIndex(of: UInt8(ascii: "\n"))
      let part = piece[..<(end ?? piece.endIndex)]
      if line.count + part.count > limit {
        isTooLong = true
        line = []
      } else if !isTooLong {
        line += part
      }
      piece = end.map { piece[($0 + 1)...] } ?? []
      if end != nil { return isTooLong ? .tooLong : .text(line) }
    }
  }
}
