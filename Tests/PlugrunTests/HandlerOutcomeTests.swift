import Foundation
import Testing

/// Handlers that end in every way, through the whole program.
@Suite("A handler's outcome")
struct HandlerOutcomeTests {
  @Test("of a handler that Ctrl-C stops is cancelled, is printed, and leaves nothing pending")
  func interrupted() throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": """
      return function()
        storage.set("never", 1)
        while true do end
      end
      """
    ])
    let result = try PlugrunProcess.run(
      [
        "run", try sample.samples.response(), "--plugins", sample.samples.plugins, "--container",
        sample.path, "--format", "json",
      ],
      interruptedWhen: {
        guard FileManager.default.fileExists(atPath: sample.path) else { return false }
        return try sample.ask("pending").output.contains("runs until")
      })
    #expect(result.code == 1, "\(result.errors)")
    #expect(try result.json()["outcome"] as? String == "cancelled")
    #expect(try result.json()["completion"] as? String == "dismissAndForwardAction")
    #expect(result.errors.hasPrefix("plugrun: note: interrupted; what runs is stopped"))
    #expect(try sample.ask("pending").output == "")
    #expect(try sample.ask("list").output == "")
  }

  private let samples: SampleBundles

  init() throws {
    samples = try SampleBundles()
  }

  @Test("of an error three functions deep in a required file names each of them")
  func deepError() throws {
    try samples.addBundle(
      scripts: [
        "reply.lua": """
        local format = require "lib.format"
        return function(response)
          log.info("before")
          local text = format.shout({})
          return text
        end
        """,
        "lib/format.lua": """
        local function inner(x)
          return x.name.first
        end
        return { shout = function(x)
          local name = inner(x)
          return name
        end }
        """,
      ])
    let response = try samples.response()
    let text = try samples.run(response)
    #expect(text.code == 1)
    #expect(
      text.output.hasPrefix(
        """
        outcome       failed
        error         lib/format.lua:2: attempt to index a nil value (field 'name')
                        lib/format.lua:2  in inner
                        lib/format.lua:5  in shout
                        reply.lua:4       in handle

        """))
    #expect(text.output.contains("\nlog           info  before\n"))

    let result = try samples.run(response, "--format", "json")
    #expect(result.code == 1)
    #expect(
      result.errors == """
        \(samples.plugins)/sample/lib/format.lua:2: error: failed: attempt to index a nil value \
        (field 'name')

        """)
    let error = try result.json()["error"] as? [String: Any]
    #expect(error?["file"] as? String == "lib/format.lua")
    #expect(error?["line"] as? Int == 2)
  }

  @Test("of a loop is timedOut within its budget")
  func endless() throws {
    try samples.addBundle(scripts: ["reply.lua": "return function()\n  while true do end\nend"])
    let response = try samples.response()
    let result = try samples.run(response, "--budget", "0.2", "--format", "json")
    #expect(result.code == 1)
    let json = try result.json()
    #expect(json["outcome"] as? String == "timedOut")
    #expect((json["budget"] as? [String: Any])?["limit"] as? Double == 0.2)
    #expect(result.errors.hasPrefix("\(samples.plugins)/sample/reply.lua:2: error: timedOut: "))
    #expect(try samples.run(response, "--budget", "0.2", "--expect", "timedOut").code == 0)
  }

  @Test("of a script that wants too much memory is outOfMemory")
  func greedy() throws {
    try samples.addBundle(
      scripts: [
        "reply.lua":
          "return function() local t = {} while true do t[#t + 1] = ('x'):rep(99) .. #t end end"
      ])
    let response = try samples.response()
    let result = try samples.run(response, "--memory", "1MiB", "--format", "json")
    #expect(result.code == 1)
    let json = try result.json()
    #expect(json["outcome"] as? String == "outOfMemory")
    #expect((json["memory"] as? [String: Any])?["limit"] as? Int == 1 << 20)
  }

  @Test("comes within a lowered ceiling, and a note says so")
  func loweredCeiling() throws {
    let result = try PlugrunProcess.run([
      "run", "Examples/responses/messages/reply-greek.json", "--plugins", "Plugins/messages",
      "--budget", "5",
    ])
    #expect(result.code == 0)
    #expect(result.output.contains(/\ntime .* of 5 s/))
    #expect(
      result.errors == """
        plugrun: note: Plugins/messages/plugin.json: limits.seconds: 10 seconds lowered to the \
        host's ceiling of 5

        """)
  }

  @Test("comes with no note on a bundle that had no part in it")
  func loweredElsewhere() throws {
    let result = try PlugrunProcess.run([
      "run", "Examples/responses/reminder/done-german.json", "--plugins", "Plugins",
      "--budget", "4",
    ])
    #expect(result.code == 0)
    #expect(
      result.errors == """
        plugrun: note: Plugins/reminder/plugin.json: limits.seconds: 5 seconds lowered to the \
        host's ceiling of 4

        """)
  }

  @Test("that was not expected is 1, and said")
  func unexpected() throws {
    try samples.addBundle(scripts: ["reply.lua": "return function() end"])
    let result = try samples.run(try samples.response(), "--expect", "failed")
    #expect(result.code == 1)
    #expect(
      result.errors == "plugrun: error: expected failed, and the outcome is completed\n")
    #expect(result.output.hasPrefix("outcome       completed\n"))
  }

  @Test("is authenticationRequired where the device is locked and the person refuses")
  func locked() throws {
    try samples.addBundle(scripts: ["gated.lua": "return function() log.info('ran') end"])
    let response = try samples.response(action: "gated", text: "secret")
    #expect(try samples.run(response).code == 0)
    #expect(try samples.run(response, "--locked").output.contains("info  ran\n"))
    let refused = try samples.run(
      response, "--locked", "--authenticate", "no", "--format", "json")
    #expect(refused.code == 1)
    let json = try refused.json()
    #expect(json["outcome"] as? String == "authenticationRequired")
    #expect(json["userText"] as? String == "secret")
    #expect((json["log"] as? [Any])?.isEmpty == true)
  }

  @Test(
    "stays completed where the reply is not delivered",
    arguments: [("offline", "queued"), ("rejected", "rejected")])
  func failedReplies(_ failure: String, _ state: String) throws {
    try samples.addBundle(scripts: ["reply.lua": "return function() reply.send { text = 'x' } end"])
    let result = try samples.run(
      try samples.response(), "--fail-replies", failure, "--format", "json")
    #expect(result.code == 0)
    let replies = try result.json()["replies"] as? [[String: Any]]
    #expect(replies?.first?["state"] as? String == state)
  }

  @Test("depends on canned answers of host functions")
  func hostFunctions() throws {
    try samples.addBundle(
      scripts: [
        "reply.lua": """
        return function()
          local value, message, code = host.crm.lookup("x")
          return { result = { value = value, message = message, code = code } }
        end
        """
      ])
    let response = try samples.response()
    func result(_ answer: String) throws -> [String: Any]? {
      let file = try samples.folder.file("host.json", "{\"crm.lookup\": \(answer)}")
      let result = try samples.run(response, "--host", file, "--format", "json")
      #expect(result.code == 0)
      return try result.json()["result"] as? [String: Any]
    }
    #expect(try result("{\"delay\": 0.01, \"return\": \"gold\"}")?["value"] as? String == "gold")
    let failed = try result("{\"error\": \"no connection\"}")
    #expect(failed?["code"] as? String == "hostFunction")
    #expect((failed?["message"] as? String)?.contains("no connection") == true)
  }

  @Test("is not reached where a host function cannot have its name")
  func hostFunctionName() throws {
    try samples.addBundle(scripts: ["reply.lua": "return function() end"])
    let file = try samples.folder.file("host.json", "{\"crm lookup\": {\"return\": 1}}")
    let result = try samples.run(try samples.response(), "--host", file)
    #expect(result.code == 3)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("\(file): error: \"crm lookup\" cannot name a host function; "))
  }

  @Test("depends on clock, time zone and seed as the command line has them")
  func clockAndSeed() throws {
    try samples.addBundle(
      scripts: [
        "reply.lua": """
        return function()
          return { result = { time = os.time(), hour = os.date("%H"), n = math.random(1 << 40) } }
        end
        """
      ])
    let response = try samples.response()
    func result(_ zone: String, _ seed: String) throws -> [String: Any]? {
      try samples.run(
        response, "--now", "2026-07-01T12:00:00Z", "--tz", zone, "--seed", seed, "--format", "json"
      ).json()["result"] as? [String: Any]
    }
    let utc = try result("UTC", "1")
    #expect(utc?["time"] as? Int == 1_782_907_200)
    #expect(utc?["hour"] as? String == "12")
    let berlin = try result("Europe/Berlin", "1")
    #expect(berlin?["hour"] as? String == "14")
    #expect(berlin?["n"] as? Int == utc?["n"] as? Int)
    #expect(try result("UTC", "2")?["n"] as? Int != utc?["n"] as? Int)
  }
}
