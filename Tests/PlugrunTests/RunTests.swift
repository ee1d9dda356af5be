import Foundation
import Testing

/// The main job: a response finds its script, and what the script did is shown.
@Suite("plugrun run")
struct RunTests {
  private let echo = [
    "reply.lua": "return function(r) reply.send { text = r.userText } end"
  ]

  @Test("shows the reply of a shipped response, the log, time and memory")
  func shipped() throws {
    let result = try PlugrunProcess.run(["run", "Examples/responses/messages/reply-greek.json"])
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("outcome       completed\n"))
    #expect(result.output.contains("\nroute         message › reply → reply.lua\n"))
    #expect(result.output.contains("\n              │ Γεια, έρχομαι 👩‍👩‍👧\n"))
    #expect(result.output.contains("\nlog           info"))
    #expect(result.output.contains(/\ntime .* of 10 s/))
    #expect(result.output.contains(/\nmemory .* of 2 MiB/))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("shows a changed line of a script at the next run")
  func changedScript() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() log.info('first') end"])
    let response = try samples.response()
    #expect(try samples.run(response).output.contains("log           info  first\n"))
    try samples.addBundle(scripts: ["reply.lua": "return function() log.info('second') end"])
    #expect(try samples.run(response).output.contains("log           info  second\n"))
  }

  static let texts: [(name: String, text: String)] = [
    ("empty", ""),
    ("Greek and a family", "Γεια, έρχομαι 👩‍👩‍👧"),
    ("right to left with a mark", "\u{200F}שלום, أهلا"),
    ("decomposed", "e\u{301}a\u{308}"),
    ("composed", "\u{E9}\u{E4}"),
    ("quotes and brackets", "\"'`]] .. os.exit() .. [[--"),
    ("lines", "one\ntwo\r\n\tthree "),
    ("10 KB", String(repeating: "0123456789 äß👍🏽", count: 512)),
    ("dashes", "--text"),
  ]

  @Test("hands typed text over byte for byte", arguments: texts)
  func bytes(_ name: String, _ text: String) throws {
    let samples = try SampleBundles()
    try samples.addBundle(
      scripts: [
        "reply.lua": """
        return function(r)
          reply.send { text = r.userText, userInfo = { type = type(r.userText) } }
        end
        """
      ])
    let push = try samples.folder.file(
      "push.apns", "{\"aps\": {\"alert\": \"Hello\", \"category\": \"message\"}}")
    let result = try samples.run(push, "--action", "reply", "--text=\(text)", "--format", "json")
    #expect(result.code == 0)
    let reply = try result.firstReply()
    #expect(reply.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("reads a response from standard input")
  func standardInput() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: echo)
    let response = """
      {"actionIdentifier": "reply", "userText": "piped", "notification": {"request":
       {"identifier": "1", "content": {"categoryIdentifier": "message"}}}}
      """
    let result = try PlugrunProcess.run(
      ["run", "-", "--plugins", samples.plugins, "--format", "json"], input: .text(response))
    #expect(result.code == 0)
    #expect(try result.firstReply() == "piped")
  }

  @Test("reads a response that another program writes into a pipe, up to the limit")
  func pipe() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: echo)
    let response = try samples.response(text: "through a pipe")
    func run(_ writer: String) throws -> PlugrunProcess.Result {
      let pipe = try samples.folder.pipe("pipe-\(writer.utf8.count)")
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "\(writer) > \"$1\"", "sh", pipe, response]
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      defer {
        // One that nobody reads from waits in opening the pipe, and Foundation blocks milder signals.
        kill(shell.processIdentifier, SIGKILL)
        shell.waitUntilExit()
      }
      return try PlugrunProcess.run(
        ["run", pipe, "--plugins", samples.plugins, "--format", "json"])
    }
    for writer in ["cat \"$2\"", "sleep 0.3; (head -c 20 \"$2\"; sleep 2.5; tail -c +21 \"$2\")"] {
      let result = try run(writer)
      #expect(result.code == 0, "\(result.errors)")
      #expect(try result.firstReply() == "through a pipe")
    }
    let endless = try run("yes")
    #expect(endless.code == 3)
    #expect(endless.errors.contains("too large: at most 262144 bytes (256 KiB) are read"))
  }

  @Test("with a seed meets the keys of tables in the same order each time", arguments: ["0", "7"])
  func seed(_ seed: String) throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: [
      "reply.lua": """
      return function()
        local keys, t = {}, {}
        for i = 1, 40 do t["key" .. i] = i end
        for key in pairs(t) do keys[#keys + 1] = key end
        return { result = { table.concat(keys, " "), math.random(1 << 60) } }
      end
      """
    ])
    let response = try samples.response()
    func result(_ seed: String) throws -> [String] {
      let result = try samples.run(response, "--format", "json", "--seed", seed).json()["result"]
      return try #require(result as? [Any]).map { "\($0)" }
    }
    let first = try result(seed)
    for _ in 0..<3 { #expect(try result(seed) == first) }
    #expect(try result("8")[0] != first[0])
    #expect(try result("8")[1] != first[1])
  }

  @Test("accepts trailing commas, comments and a byte-order mark where it is told to")
  func lenient() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: echo)
    let push = try samples.folder.file(
      "push.apns", "\u{FEFF}{\"aps\": {\"alert\": \"Hello\", \"category\": \"message\",}} // end")
    let options = ["--action", "reply", "--text", "x"]
    let strict = try samples.run(push, options[0], options[1], options[2], options[3])
    #expect(strict.code == 3)
    #expect(strict.errors.hasPrefix("\(push):1:1: error: "))
    let lenient = try samples.run(
      push, options[0], options[1], options[2], options[3], "--lenient")
    #expect(lenient.code == 0)
  }

  @Test("needs an action for a payload, and text where the action takes it")
  func missingOptions() throws {
    let samples = try SampleBundles()
    try samples.addBundle(
      scripts: ["reply.lua": "return function() end", "delete.lua": "return function() end"])
    let push = try samples.folder.file(
      "push.apns", "{\"aps\": {\"alert\": \"Hello\", \"category\": \"message\"}}")
    let action = try samples.run(push)
    #expect(action.code == 2)
    #expect(
      action.errors == """
        plugrun: error: an .apns payload does not say what the person did; give it with --action, \
        here "delete", "reply", "default" or "dismiss"

        """)
    let text = try samples.run(push, "--action", "reply")
    #expect(text.code == 2)
    #expect(
      text.errors == """
        plugrun: error: the action "reply" takes typed text; give it with --text, which may be ""

        """)
    let tooMuch = try samples.run(push, "--action", "delete", "--text", "x")
    #expect(tooMuch.code == 2)
    #expect(
      tooMuch.errors
        == "plugrun: error: the action \"delete\" takes no typed text; leave out --text\n")
  }

  @Test("notes a typed text that the action does not take, and one that is missing")
  func oddText() throws {
    let samples = try SampleBundles()
    let telling = "return function(r) return { result = { text = tostring(r.userText) } } end"
    try samples.addBundle(scripts: ["reply.lua": telling, "delete.lua": telling])
    func run(_ action: String, _ text: String?) throws -> (String, String?) {
      let result = try samples.run(
        try samples.response(action: action, text: text), "--format", "json")
      #expect(result.code == 0)
      return (result.errors, (try result.json()["result"] as? [String: Any])?["text"] as? String)
    }
    #expect(
      try run("reply", nil) == (
        """
        plugrun: note: the action "reply" takes typed text and the response has no "userText", so its \
        handler sees an empty one; write "userText": "" if that is meant

        """, ""
      ))
    #expect(
      try run("delete", "Hi") == (
        """
        plugrun: note: the action "delete" takes no typed text, so its handler does not see the \
        response's "userText"

        """, "nil"
      ))
    #expect(try run("reply", "") == ("", ""))
    #expect(try run("delete", nil) == ("", "nil"))
  }

  @Test("takes default and dismiss for the system's own, unless the category has such actions")
  func shorthands() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["default.lua": "return function() log.info('own') end"])
    let push = try samples.folder.file(
      "push.apns", "{\"aps\": {\"alert\": \"Hello\", \"category\": \"message\"}}")
    let own = try samples.run(push, "--action", "default")
    #expect(own.code == 0)
    #expect(own.output.contains("route         message › default → default.lua\n"))
    let dismissed = try samples.run(push, "--action", "dismiss")
    #expect(dismissed.code == 0)
    #expect(dismissed.output.contains("unrouted: category \"message\" names no \"dismissHandler\""))
  }

  @Test("ends with 4 where the outcome cannot be written, and silently where nobody reads on")
  func output() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: echo)
    let arguments = ["run", try samples.response(), "--plugins", samples.plugins]
    #expect(try PlugrunProcess.run(arguments, output: .closed).code == 4)
    let unread = try PlugrunProcess.run(arguments, output: .brokenPipe)
    #expect(unread.code == 0)
    #expect(unread.errors == "")
  }
}
