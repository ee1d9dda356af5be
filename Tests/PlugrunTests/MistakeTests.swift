import Testing

/// Mistakes that one makes while writing a first plugin, and what one is told.
@Suite struct MistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    var name: String
    /// The body of the handler.
    var script: String
    /// The error with its place.
    var told: String
    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    .init(
      name: "a function's name mistyped", script: "reply.sent { text = 'x' }",
      told: "reply.lua:2: attempt to call a nil value (field 'sent'); did you mean reply.send?"),
    .init(
      name: "a function of another table", script: "reply.post { title = 'x' }",
      told: "reply.lua:2: attempt to call a nil value (field 'post'); did you mean "
        + "notifications.post?"),
    .init(
      name: "a function that several tables have", script: "auth.remove('x')",
      told: "reply.lua:2: attempt to call a nil value (field 'remove'); did you mean "
        + "storage.remove or files.remove or notifications.remove?"),
    .init(
      name: "a function's name from elsewhere", script: "storage.put('a', 1)",
      told: "reply.lua:2: attempt to call a nil value (field 'put'); did you mean storage.set?"),
    .init(
      name: "a name from elsewhere that two tables answer", script: "storage.load('a')",
      told: "reply.lua:2: attempt to call a nil value (field 'load'); did you mean storage.get or "
        + "files.read?"),
    .init(
      name: "a table's name mistyped", script: "storge.set('a', 1)",
      told: "reply.lua:2: attempt to index a nil value (global 'storge'); did you mean storage?"),
    .init(
      name: "a host function's name mistyped", script: "host.crm.lookop('a')",
      told: "reply.lua:2: attempt to call a nil value (field 'lookop'); did you mean "
        + "host.crm.lookup?"),
    .init(
      name: "a colon for a dot", script: "reply:send { text = 'x' }",
      told: "reply.lua:2: reply.send: called with a colon; write reply.send(…), with a dot"),
    .init(
      name: "a colon for a dot, with a key", script: "storage:set('a', 1)",
      told: "reply.lua:2: storage.set: called with a colon; write storage.set(…), with a dot"),
    .init(
      name: "a colon for a dot, where any value would do", script: "log:info('x')",
      told: "reply.lua:2: log.info: called with a colon; write log.info(…), with a dot"),
    .init(
      name: "a shared space as a field", script: "storage.shared.team.set('a', 1)",
      told: "reply.lua:2: attempt to index a function value (field 'shared'); storage.shared is "
        + "called with the name of the space"),
    .init(
      name: "what Lua has elsewhere", script: "io.open('x')",
      told: "reply.lua:2: attempt to index a nil value (global 'io'); it does not exist in a "
        + "plugin's world"),
    .init(
      name: "a function of os that is absent", script: "os.getenv('HOME')",
      told: "reply.lua:2: attempt to call a nil value (field 'getenv'); it does not exist in a "
        + "plugin's world"),
    .init(
      name: "a field of the script's own that is nil", script: "local t = {} t.frobnicate()",
      told: "reply.lua:2: attempt to call a nil value (field 'frobnicate')"),
    .init(
      name: "a field of a table argument mistyped", script: "reply.send { txt = 'x' }",
      told: "reply.lua:2: reply.send: reply.txt is not a known field; did you mean \"text\"? "
        + "(known: text, to, userInfo, key)"),
    .init(
      name: "a text for a table", script: "reply.send('x')",
      told: "reply.lua:2: reply.send: argument 1 (reply) must be a table, got a string"),
    .init(
      name: "a permission missing", script: "notifications.post { title = 'x' }",
      told: "reply.lua:2: notifications.post: the manifest does not permit it; add "
        + "\"permissions\": { \"notifications\": true } to plugin.json"),
    .init(
      name: "nil stored", script: "storage.set('a', nil)",
      told: "reply.lua:2: storage.set: value is nil; remove a key with storage.remove, or store "
        + "json.null"),
    .init(
      name: "a value that cannot be kept", script: "storage.set('a', { b = { 1, print } })",
      told: "reply.lua:2: storage.set: value.b[2] is a function, which cannot be kept; keep what "
        + "it stands for instead"),
    .init(
      name: "a text above its limit", script: "reply.send { text = ('x'):rep(16385) }",
      told: "reply.lua:2: reply.send: reply.text has 16385 bytes, the limit is 16384 bytes; "
        + "shorten it"),
    .init(
      name: "a wrong word returned", script: "return 'dissmiss'",
      told: "what reply.lua returned is no known completion; did you mean \"dismiss\"? "
        + "(known: \"doNotDismiss\", \"dismiss\", \"dismissAndForwardAction\")"),
    .init(
      name: "recursion without an end", script: "local function f() return 1 + f() end f()",
      told: "reply.lua:2: the script needs more than its 8388608 bytes of memory; the function at "
        + "this line calls itself without an end"),
  ]

  @Test(arguments: mistakes)
  func `a mistake in a handler is told with its place and the cure`(_ mistake: Mistake) throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function(r)\n  \(mistake.script)\nend"])
    let result = try samples.run(try samples.response())
    #expect(result.code == 1)
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("error ") }
    #expect(line?.hasSuffix(" " + mistake.told) == true, "\(line ?? "no error in the report")")
  }

  @Test(arguments: ["storage.put('a', 1)", "log:info('x')", "storage:set('a', 1)"])
  func `check tells of a call what its run tells`(_ call: String) throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function(r)\n  \(call)\nend"])
    let run = try samples.run(try samples.response())
    let line = run.output.split(separator: "\n").first { $0.hasPrefix("error ") }
    let cure = try #require(line?.split(separator: "; ").last)
    let check = try PlugrunProcess.run(["check", samples.plugins])
    #expect(check.output.contains("; \(cure) ["), "\(check.output)")
  }

  @Test func `a recursion's equal frames are one line of the report`() throws {
    let samples = try SampleBundles()
    let script = "return function()\n  local function f() return 1 + f() end\n  return f()\nend"
    try samples.addBundle(scripts: ["reply.lua": script])
    let result = try samples.run(try samples.response())
    let frames = result.output.split(separator: "\n").filter { $0.contains("reply.lua:2  in f") }
    #expect(frames.count == 1)
    #expect(frames.first?.contains(/in f, 32 times$/) == true)
    #expect(result.output.contains(/…  +functions further out are not kept\n/))
  }

  @Test func `a category that nothing resembles is told with the place that would name it`() throws
  {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() end"])
    let result = try samples.run(try samples.response(category: "weather"))
    #expect(result.code == 3)
    #expect(
      result.output.hasPrefix(
        "outcome       unrouted: no bundle has the category \"weather\"; a bundle's plugin.json has "
          + "to name it\n"))
  }

  @Test func `a refused authentication on an unlocked device is not called a locked one`() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() auth.require('Pay') end"])
    let result = try samples.run(try samples.response(), "--authenticate", "no")
    #expect(result.code == 1)
    #expect(
      result.output.hasPrefix(
        "outcome       authenticationRequired: authentication was needed, and nobody "
          + "authenticated\n"))
  }

  @Test func `a script that returns no handler is refused once, with its file`() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return 'x'"])
    let result = try samples.run(try samples.response())
    #expect(result.code == 3)
    #expect(
      result.errors == """
        \(samples.plugins)/sample/reply.lua: error: a handler file returns its handler: a function, \
        or a table with the function 'handle'; this one returned a string

        """)
  }

  @Test func `a name mistyped at the top level gets the same hint`() throws {
    let samples = try SampleBundles()
    try samples.addBundle(
      scripts: ["reply.lua": "local s = sting.format('x')\nreturn function() end"])
    let result = try samples.run(try samples.response())
    #expect(result.code == 3)
    #expect(result.errors.contains("(global 'sting'); did you mean string?\n"))
  }

  @Test func `what undelivered did is in the report`() throws {
    let result = try PlugrunProcess.run([
      "run", "Examples/responses/messages/reply-greek.json", "--fail-replies", "rejected",
    ])
    let parts = result.output.split(separator: "\nundelivered   completed, for reply ")
    try #require(parts.count == 2)
    #expect(parts[1].contains("notification  post not-sent-m-1003  recorded\n"))
    #expect(parts[1].contains("log           warn  a reply was refused  "))
  }
}
