import Notifications

extension ManifestReader {
  /// A text, the same everywhere or one per language tag; nil when it is absent or refused.
  mutating func text(
    _ name: String, of fields: JSONFields, mayBeEmpty: Bool = true
  ) -> LocalizedText? {
    let path = fields.path.member(name)
    switch fields.value(name) {
    case nil:
      return nil
    case .string(let text)?:
      if text.isEmpty && !mayBeEmpty { report(.invalidValue, at: path, "must not be empty") }
      return LocalizedText(text)
    case .object(let languages)?:
      return text(in: languages, at: path, mayBeEmpty: mayBeEmpty)
    case let value?:
      report(
        JSONFields.wrongType(
          "a string, or an object of language tags such as {\"en\": \"Reply\"}", value, at: path))
      return nil
    }
  }

  private mutating func text(
    in languages: JSONObject, at path: JSONPath, mayBeEmpty: Bool
  ) -> LocalizedText? {
    var translations: [(tag: String, text: String)] = []
    for member in languages.members {
      let path = path.member(member.name.rawValue)
      guard case .string(let text) = member.value else {
        report(JSONFields.wrongType("a string", member.value, at: path))
        continue
      }
      if text.isEmpty && !mayBeEmpty { report(.invalidValue, at: path, "must not be empty") }
      translations.append((member.name.rawValue, text))
    }
    guard translations.count == languages.count else { return nil }
    do throws(NotificationError) {
      return try LocalizedText(translations: translations)
    } catch {
      report(.invalidValue, at: path, error.message)
      return nil
    }
  }
}
