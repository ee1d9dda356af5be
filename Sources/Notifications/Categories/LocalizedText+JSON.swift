extension JSONFields {
  /// The member as a text that is a string, or a map of language tags to strings.
  public func localizedText(_ name: String) throws(JSONError) -> LocalizedText? {
    guard let value = value(name) else { return nil }
    switch value {
    case .string(let text): return LocalizedText(text)
    case .object(let object):
      var pairs: [(tag: String, text: String)] = []
      for member in object.members {
        guard case .string(let text) = member.value else {
          throw Self.wrongType(
            "a string", member.value, at: path.member(name).member(member.name.rawValue))
        }
        pairs.append((member.name.rawValue, text))
      }
      do {
        return try LocalizedText(translations: pairs)
      } catch {
        throw invalid(name, error.message)
      }
    default: throw wrongType("a string or a map of languages", value, name)
    }
  }

  /// The member as a set of options named by `names`; an unknown name is refused with the nearest.
  public func options<Options: OptionSet>(
    _ name: String, _ names: [(name: String, option: Options)]
  ) throws(JSONError) -> Options where Options.Element == Options {
    var options: Options = []
    for (index, text) in (try strings(name) ?? []).enumerated() {
      guard let known = names.first(where: { $0.name.hasSameBytes(as: text) }) else {
        let all = names.map(\.name)
        let cure =
          NearestName.nearest(to: text, among: all).map { "did you mean \"\($0)\"?" }
          ?? "known are " + all.map { "\"\($0)\"" }.joined(separator: ", ")
        throw JSONError(
          .invalidValue, "unknown option \(text.quotedForMessage); \(cure)",
          at: path.member(name).item(index))
      }
      options.insert(known.option)
    }
    return options
  }
}
