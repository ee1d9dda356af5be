/// What a script most likely meant when it used a name that is not there.
///
/// Lua's own message names the variable or the field, but not the table that the field was looked up
/// in. So a field is compared with the last part of every name of the API, and only a near one, or
/// one that other systems have for the same, is worth a hint.
enum MissingName {
  /// The end of a sentence, such as `; did you mean reply.send?`; empty where nothing is near.
  ///
  /// - Parameter message: An error of a script, in Lua's words.
  static func hint(for message: String, among table: APITable) -> String {
    let missing =
      #/^attempt to (call|index) a (nil|function) value \((global|field|method) '(\w+)'\)$/#
    guard let match = message.wholeMatch(of: missing) else { return "" }
    let (name, isGlobal) = (String(match.output.4), match.output.3 == "global")
    if match.output.2 == "function" {
      return name == "shared" && match.output.1 == "index"
        ? "; storage.shared is called with the name of the space" : ""
    }
    if isGlobal, name == "host" {
      return "; name the host function under permissions.functions in plugin.json"
    }
    if absent.contains(isGlobal ? name : "." + name) {
      return "; it does not exist in a plugin's world"
    }
    return isGlobal ? hint(forGlobal: name, table) : hint(forField: name, table)
  }

  private static func hint(forGlobal name: String, _ table: APITable) -> String {
    let first = table.functions.map { $0.path.prefix { $0 != "." } }
    let globals = Set(first.map(String.init) + ["plugin"] + libraries)
    return NearestName.nearest(to: name, among: globals).map { "; did you mean \($0)?" } ?? ""
  }

  private static func hint(forField name: String, _ table: APITable) -> String {
    let paths = table.functions.map(\.path).filter { $0.contains(".") }
    let lasts = Set(paths.compactMap { $0.split(separator: ".").last }.map(String.init))
    let meant: [String]
    if lasts.contains(name) {
      // The name is right and the table wrong: reply.post.
      meant = [name]
    } else if let near = NearestName.nearest(to: name, among: lasts) {
      meant = [near]
    } else {
      meant = FamiliarName.meanings(of: Identifier(name)).map(\.rawValue)
    }
    let candidates = paths.filter { path in meant.contains { path.hasSuffix("." + $0) } }
    guard !candidates.isEmpty else { return "" }
    return "; did you mean \(candidates.joined(separator: " or "))?"
  }

  private static let libraries = ["string", "table", "math", "utf8", "coroutine", "os"]

  /// What Lua 5.4 has elsewhere; a field with its dot.
  private static let absent: Set<String> = [
    "io", "package", "debug", "load", "loadfile", "dofile", "collectgarbage", "warn",
    ".dump", ".execute", ".exit", ".getenv", ".rename", ".setlocale", ".tmpname",
  ]
}
