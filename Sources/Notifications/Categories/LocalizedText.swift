/// A text that a person reads: the same in every language, or one per language tag.
public struct LocalizedText: Sendable, Equatable, ExpressibleByStringLiteral {
  /// One language's text.
  public struct Translation: Sendable, Equatable {
    /// A BCP 47 language tag such as `de` or `pt-BR`.
    public let tag: Identifier
    /// The text in that language.
    public let text: String

    public static func == (left: Translation, right: Translation) -> Bool {
      left.tag == right.tag && left.text.hasSameBytes(as: right.text)
    }
  }

  /// The translations in byte order of their tags; empty when the text is the same everywhere.
  public let translations: [Translation]
  private let plain: String

  /// A text that is the same in every language.
  public init(_ text: String) {
    plain = text
    translations = []
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// A text per language tag; of a repeated tag the last one stays. Refuses an empty map and an
  /// empty tag.
  public init(translations pairs: [(tag: String, text: String)]) throws(NotificationError) {
    guard !pairs.isEmpty else {
      throw NotificationError(
        .invalidLanguages, "a map of languages needs at least one entry, such as \"en\"")
    }
    guard pairs.allSatisfy({ !$0.tag.isEmpty }) else {
      throw NotificationError(
        .invalidLanguages, "a language tag must not be empty; write one such as \"en\"")
    }
    var byTag: [Identifier: String] = [:]
    for pair in pairs { byTag[Identifier(pair.tag)] = pair.text }
    plain = ""
    translations = byTag.map { Translation(tag: $0.key, text: $0.value) }
      .sorted { $0.tag < $1.tag }
  }

  /// Whether some language's text is empty.
  public var hasEmptyText: Bool {
    translations.isEmpty ? plain.isEmpty : translations.contains { $0.text.isEmpty }
  }

  /// The text for a language: the exact tag, else its base language (the part before the first
  /// `-` or `_`), else `en`, else the first tag by bytes. The case of letters in tags does not
  /// matter, and `_` counts as `-`; of two tags that then look the same the first by bytes wins.
  public func text(for language: String) -> String {
    guard let first = translations.first else { return plain }
    let wanted = Self.folded(language)
    let base = wanted.prefix { $0 != UInt8(ascii: "-") }
    for candidate in [wanted, Array(base), Array("en".utf8)] {
      if let match = translations.first(where: { Self.folded($0.tag.rawValue) == candidate }) {
        return match.text
      }
    }
    return first.text
  }

  public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
    left.plain.hasSameBytes(as: right.plain) && left.translations == right.translations
  }

  private static func folded(_ tag: String) -> [UInt8] {
    tag.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      default: byte
      }
    }
  }
}
