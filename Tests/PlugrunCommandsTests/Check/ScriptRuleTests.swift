import Testing

@testable import PlugrunCommands

@Suite struct ScriptRuleTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let script: String
    let places: [String]

    init(_ name: String, _ script: String, _ places: String...) {
      self.name = name
      self.script = script
      self.places = places
    }

    var testDescription: String { name }
  }

  static let names: [Case] = [
    Case("an API name is misspelt", "return function() storage.gett('a') end", "1:27 unknown-api"),
    Case("by a local", "local s = storage\nreturn function() s.gett('a') end", "2:21 unknown-api"),
    Case("by a constant key", "return function() storage['gett']('a') end", "1:26 unknown-api"),
    Case(
      "in a space",
      "return function() storage.shared('unread').gett('a') end", "1:44 unknown-api"),
    Case(
      "in a space by a local",
      "return function() local s = storage.shared('unread') s.put('a', 1) end",
      "1:56 unknown-api"),
    Case(
      "in Lua's library", "return function(r) return string.trim(r.userText) end",
      "1:34 unknown-api"),
    Case("what was removed", "return function() os.exit() end", "1:22 unknown-api"),
    Case("a removed library", "return function() io.write('a') end", "1:19 undefined-global"),
    Case("a misspelt global", "return function() storrage.get('a') end", "1:19 undefined-global"),
    Case("a column counts code points", "--[[ äöü ]] x.y = 1", "1:13 undefined-global"),
    Case(
      "an undefined global that is only read", "return function() log.info(x) end",
      "1:28 unsure-global"),
    Case(
      "a global that another file assigns",
      "local function f() helper() end function helper() f() end return function() end",
      "1:42 global-assignment"),
    Case("a shadowed name is its own", "local storage = {} return function() storage.gett() end"),
    Case(
      "a parameter shadows too", "return function() local f = function(log) log.x() end f() end"),
    Case(
      "a reassigned local is anything",
      "local s = storage\ns = {}\nreturn function() s.gett('a') end"),
    Case("an own environment", "local _ENV = { x = 1 } return function() return x() end"),
    Case("methods of strings", "return function(r) return (r.userText:upper()) and nil end"),
    Case("known names", "return function() return math.pi and json.null and nil end"),
  ]

  static let calls: [Case] = [
    Case("too few arguments", "return function() storage.set('a') end", "1:27 missing-argument"),
    Case(
      "an open list", "return function(...) storage.set(...) storage.set('a', f()) end",
      "1:56 undefined-global"),
    Case(
      "too many arguments", "return function() storage.remove('a', 1) end",
      "1:39 extra-argument"),
    Case("a wrong type", "return function() storage.get(1) end", "1:31 wrong-argument"),
    Case(
      "a wrong type by a local", "local k = {}\nreturn function() storage.get(k) end",
      "2:31 wrong-argument"),
    Case(
      "nil for a value", "return function() storage.set('a', nil) end",
      "1:36 wrong-argument"),
    Case("nil for an optional one", "return function() storage.keys(nil) end"),
    Case(
      "a function as a value", "return function() storage.set('a', function() end) end",
      "1:36 wrong-argument"),
    Case("an integral float as an integer", "return function() notifications.setBadge(3.0) end"),
    Case(
      "a fraction as an integer", "return function() notifications.setBadge(3.5) end",
      "1:42 wrong-argument"),
    Case("an empty key", "return function() storage.get('') end", "1:31 wrong-argument"),
    Case(
      "a key at the limit",
      "return function() storage.get('\(String(repeating: "k", count: 256))') end"),
    Case(
      "a key past the limit",
      "return function() storage.get('\(String(repeating: "k", count: 257))') end",
      "1:31 wrong-argument"),
    Case("a colon for a dot", "return function() storage:get('a') end", "1:27 wrong-argument"),
    Case(
      "a colon on a space", "return function() storage.protected:get('a') auth.isUnlocked() end",
      "1:37 wrong-argument"),
    Case(
      "a misspelt field", "return function() reply.send { txt = 'a' } end",
      "1:32 unknown-field"),
    Case(
      "a field of a wrong type", "return function() reply.send { text = 1 } end",
      "1:39 wrong-argument"),
    Case(
      "an empty reply", "return function() reply.send { text = '' } end",
      "1:30 empty-message"),
    Case(
      "an empty text with data", "return function() reply.send { text = '', userInfo = {} } end"),
    Case("a computed text", "return function(r) reply.send { text = r.userText } end"),
    Case(
      "an empty notification", "return function() notifications.post { after = 5 } end",
      "1:38 empty-message"),
    Case(
      "a recipient of the manifest",
      "return function() reply.send { text = 'a', to = 'support' } end"),
    Case(
      "another recipient", "return function() reply.send { text = 'a', to = 'sales' } end",
      "1:49 unpermitted-recipient"),
    Case(
      "an unknown category",
      "return function() notifications.post { title = 'a', category = 'Message' } end",
      "1:64 unknown-category"),
    Case(
      "a space without permission", "return function() storage.shared('inbox') end",
      "1:34 missing-permission"),
    Case(
      "writing where reading is permitted",
      "return function() storage.shared('session').set('a', 1) end", "1:45 missing-permission"),
    Case(
      "reading where it is permitted", "return function() storage.shared('session').get('a') end"),
    Case(
      "a host function without permission", "return function() host.crm.find(1) end",
      "1:28 missing-permission"),
    Case("a host function", "return function() host.crm.lookup(1, {}) end"),
    Case(
      "a module that is not there", "return function() require('lib.formt') end",
      "1:27 unknown-module"),
    Case("a module that is there", "return function() require('lib.format') end"),
  ]

  static let handlers: [Case] = [
    Case("an unknown completion", "return function() return 'dismis' end", "1:26 unknown-return"),
    Case(
      "in a table", "return { handle = function() return { completion = 'x' } end }",
      "1:52 unknown-return"),
    Case(
      "by a local function", "local function handle() return 7 end return handle",
      "1:32 unknown-return"),
    Case(
      "an unknown key", "return function() return { complete = 'dismiss' } end",
      "1:28 unknown-return"),
    Case(
      "an inner function returns what it likes",
      "return function() local f = function() return 'x' end f() end"),
    Case(
      "another file's function returns what it likes",
      "local function f() return 'x' end return function() f() end"),
    Case(
      "open without foreground", "return function() return { open = 'a://b' } end",
      "1:28 open-needs-foreground"),
    Case(
      "a misspelt part of the response", "return function(r) return r.usertext end",
      "1:29 unknown-response-field"),
    Case(
      "a part of the payload is free",
      "return function(r) log.info(r.notification.request.content.userInfo.anything.at.all) end"),
    Case(
      "locked is not handled",
      "return function() storage.protected.get('pin') end", "1:37 protected-while-locked"),
    Case(
      "locked is handled",
      "return function() local v, _, code = storage.protected.get('p') if code == 'locked' then"
        + " return end return v and nil end"),
    Case(
      "asking at the start", "return function() auth.require('why') end",
      "1:24 require-instead-of-option"),
    Case(
      "asking where it matters",
      "return function(r) if r.userText == 'x' then auth.require('why') end end"),
  ]

  static let language: [Case] = [
    Case("a syntax error", "return function( end", "1:18 syntax"),
    Case("a global is assigned", "return function() count = 1 end", "1:19 global-assignment"),
    Case(
      "a metamethod that does not exist",
      "return function() return #setmetatable({}, { __gc = print }) and nil end",
      "1:46 dead-metamethod"),
    Case(
      "assigned later", "local c = {}\nc.__mode = 'k'\nreturn function() return c and nil end",
      "2:3 dead-metamethod-name"),
    Case(
      "a local to close", "return function() local x <close> = nil return x end",
      "1:25 dead-metamethod-name"),
    Case(
      "a comparison as index of an outer local",
      "local t = {}\nreturn function(r) return t[r.userText == ''] and nil end",
      "2:28 wrong-code-index"),
    Case(
      "of an own local", "return function(r) local t = {} return t[r.userText == ''] and nil end"),
    Case(
      "a comparison behind an operator",
      "local t = {}\nreturn function(r) return t[r.userText == '' and 1 or 2] and nil end"),
  ]

  /// A handler behind whose 300 texts an expression stands.
  private static func crowded(_ expression: String, texts: Int = 300) -> String {
    let list = (0..<texts).map { "'s\($0)'" }.joined(separator: ",")
    return "local k <const>, v = 0xFF00, 1\nreturn function(r) local t = {\(list)}\n"
      + "return (\(expression)) and t and v and nil end"
  }

  static let bits: [Case] = [
    Case("a constant and a choice", crowded("0xFF00 & (v or 1)"), "3:16 wrong-code-bitwise"),
    Case("a sum of constants", crowded("(1 << 8) | (v and 1)"), "3:18 wrong-code-bitwise"),
    Case("a negated one", crowded("-7 ~ ((v or 1))"), "3:12 wrong-code-bitwise"),
    Case("a constant local", crowded("k & (v or 1)"), "3:11 wrong-code-bitwise"),
    Case("behind few constants", crowded("0xFF00 & (v or 1)", texts: 200)),
    Case("the constant on the right", crowded("(v or 1) & 0xFF00")),
    Case("a variable on the left", crowded("v & (v or 1)")),
    Case("no choice", crowded("0xFF00 & v")),
    Case("a float", crowded("2.0 & (v or 1)")),
    Case("a shift", crowded("1 << (v or 1)")),
    Case(
      "names of fields are constants",
      "return function(r) local t = {\((0..<300).map { "f\($0) = r" }.joined(separator: ","))}\n"
        + "return (0xFF00 & (t.a or 1)) and nil end", "2:16 wrong-code-bitwise"),
    Case(
      "another function's constants do not count",
      "local t = {\((0..<300).map { "'s\($0)'" }.joined(separator: ","))}\n"
        + "return function(r) return (0xFF00 & (t[1] or 1)) and nil end"),
  ]

  static let waits: [Case] = [
    Case(
      "in a comparator",
      "return function(r) local t = {} table.sort(t, function(a, b) return host.crm.lookup(a) end)"
        + " end",
      "1:78 wait-in-callback"),
    Case(
      "in a replacement",
      "return function(r) log.info(string.gsub(r.userText, '%w', function(w) "
        + "reply.sendNow { text = w } end)) end", "1:77 wait-in-callback"),
    Case(
      "by a method",
      "return function(r) log.info(r.userText:gsub('%w', function(w) auth.require(w) end)) end",
      "1:68 wait-in-callback"),
    Case(
      "the waiting function itself",
      "return function(r) log.info(r.userText:gsub('%w', host.crm.lookup)) end",
      "1:60 wait-in-callback"),
    Case(
      "in a local function that it calls",
      "local function ask(w) return host.crm.lookup(w) end\nlocal function by(a, b) return ask(a) end\n"
        + "return function() local t = {} table.sort(t, by) end", "1:39 wait-in-callback"),
    Case(
      "before it",
      "return function(r) local x = host.crm.lookup(1)\n"
        + "log.info(r.userText:gsub('%w', function(w) return x end)) end"),
    Case(
      "in a function of the callback that nobody calls",
      "return function(r) log.info(r.userText:gsub('%w', function(w) local f = function() "
        + "auth.require(w) end end)) end"),
    Case(
      "a table of replacements",
      "return function(r) log.info(r.userText:gsub('%w', { a = 'b' })) end"),
    Case(
      "in update's function",
      "return function() storage.update('k', function(v) return host.crm.lookup(v) end) end"),
    Case(
      "silenced",
      "return function(r)\n-- plugrun: allow wait-in-callback\n"
        + "log.info(r.userText:gsub('%w', host.crm.lookup)) end"),
  ]

  @Test(arguments: names + calls + handlers + language + bits + waits)
  func `a script is found to have exactly this`(_ known: Case) throws {
    #expect(try CheckedBundle.places(of: known.script) == known.places)
  }

  static let silenced: [Case] = [
    Case("on its line", "return function() x = 1 -- plugrun: allow global-assignment\nend"),
    Case(
      "on the line above",
      "return function()\n-- plugrun: allow global-assignment -- for a reason\nx = 1 end"),
    Case(
      "two lines above is too far",
      "return function()\n-- plugrun: allow global-assignment\n\nx = 1 end",
      "4:1 global-assignment"),
    Case(
      "in the whole file",
      "-- plugrun: allow global-assignment, unsure-global\n\n\nreturn function()\nx = y end"),
    Case(
      "another rule goes on",
      "-- plugrun: allow unsure-global\nreturn function() x = 1 end", "2:19 global-assignment"),
    Case(
      "a rule that does not exist", "-- plugrun: allow unsure-globl\nreturn function() end",
      "1:1 unknown-rule"),
    Case(
      "a string is no comment",
      "return function() x = '-- plugrun: allow global-assignment' end", "1:19 global-assignment"),
  ]

  @Test(arguments: silenced)
  func `a comment silences what it names`(_ known: Case) throws {
    #expect(try CheckedBundle.places(of: known.script) == known.places)
  }
}
