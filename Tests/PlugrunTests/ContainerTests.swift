import Foundation
import LoopbackServer
import TemporaryFiles
import Testing

/// What is kept from run to run, looked at and repaired through the real program.
@Suite("plugrun container")
struct ContainerTests {
  private let keeping = [
    "reply.lua": """
    return function(r)
      storage.set("last", r.userText)
      storage.increment("count")
      storage.shared("unread").set("chat", { 1, 2.0, "x" })
      storage.protected.set("secret", true)
      files.write("a/b", "12345")
      files.write("..", "dots")
      files.write("plain.txt", r.userText)
    end
    """
  ]

  static let commands: [[String]] = [
    ["list"], ["list", "own:a"], ["get", "own:a", "k"], ["set", "own:a", "k", "1"],
    ["remove", "own:a", "k"], ["files", "a"], ["export", "a", "out"], ["outbox"], ["deliver"],
    ["pending"], ["recover"], ["erase", "--all"], ["erase", "--plugin", "a"],
  ]

  @Test("ends with 4 where there is no container, and makes none", arguments: commands)
  func missing(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    for path in ["\(folder.path)/none", folder.path, "\(folder.path)/none/none"] {
      let result = try PlugrunProcess.run(["container"] + arguments + ["--container", path])
      #expect(result.code == 4, "\(path)")
      #expect(result.errors.hasPrefix("plugrun: error: "), "\(path)")
      #expect(result.output == "", "\(path)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("is made by a run, but only the last part of its path")
  func created() throws {
    let sample = try SampleContainer(scripts: keeping)
    let missing = try PlugrunProcess.run([
      "run", try sample.samples.response(), "--plugins", sample.samples.plugins, "--container",
      sample.path + "/below",
    ])
    #expect(missing.code == 4)
    #expect(missing.errors.contains("the folder above it does not exist"))
    #expect(try sample.run().code == 0)
    #expect(FileManager.default.fileExists(atPath: sample.path))
  }

  @Test("shows what scripts keep, and what the next run then sees")
  func spaces() throws {
    let sample = try SampleContainer(scripts: keeping)
    #expect(try sample.run("one").code == 0)
    #expect(try sample.run("two").code == 0)
    let own = "own:com.example.sample"
    #expect(
      try sample.ask("list").output == "\(own)\nprotected:com.example.sample\nshared:unread\n")
    #expect(try sample.ask("list", "--locked").output == "\(own)\nshared:unread\n")
    #expect(try sample.ask("list", own).output == "count\nlast\n")
    #expect(try sample.ask("get", own, "count").output == "2\n")
    #expect(try sample.ask("get", own, "last").output == "\"two\"\n")
    #expect(try sample.ask("get", "shared:unread", "chat").output == "[1,2.0,\"x\"]\n")
    #expect(try sample.ask("get", "protected:com.example.sample", "secret").output == "true\n")
    let locked = try sample.ask("get", "protected:com.example.sample", "secret", "--locked")
    #expect(locked.code == 4)
    #expect(locked.output == "")
    #expect(try sample.ask("set", own, "count", "-7").code == 0)
    #expect(try sample.run("three").code == 0)
    #expect(
      try sample.ask("get", own, "count", "--format", "json").output
        == "{\"key\":\"count\",\"space\":\"\(own)\",\"value\":-6}\n")
    #expect(try sample.ask("remove", own, "count").errors == "")
    let gone = try sample.ask("get", own, "count")
    #expect(gone.code == 3)
    #expect(gone.errors.contains("has no key \"count\""))
    let again = try sample.ask("remove", own, "count")
    #expect(again.code == 0)
    #expect(again.errors.contains("nothing changed"))
    let near = try sample.ask("get", own, "lsat")
    #expect(near.errors.contains("did you mean \"last\"?"))
  }

  static let refused: [(name: String, arguments: [String], code: Int32, part: String)] = [
    ("no space", ["list", "own"], 2, "names no space"),
    ("unknown kind", ["get", "mine:a", "k"], 2, "names no space"),
    ("empty name", ["list", "own:"], 2, "names no space"),
    ("empty key", ["get", "own:a", ""], 2, "a key is never empty"),
    ("no JSON", ["set", "own:a", "k", "text"], 2, "the value is no JSON"),
    ("NaN", ["set", "own:a", "k", "NaN"], 2, "the value is no JSON"),
    (
      "large key", ["set", "own:a", String(repeating: "k", count: 257), "1"], 3,
      "the limit is 256"
    ),
    ("nothing to erase", ["erase"], 2, "--plugin ID or --all"),
    ("too much to erase", ["erase", "--all", "--plugin", "a"], 2, "give one of them"),
  ]

  @Test("refuses what it cannot do", arguments: refused)
  func refusals(_ name: String, _ arguments: [String], _ code: Int32, _ part: String) throws {
    let sample = try SampleContainer(scripts: keeping)
    _ = try sample.run()
    let result = try PlugrunProcess.run(
      ["container"] + arguments + ["--container", sample.path, "--format", "json"])
    #expect(result.code == code)
    #expect(result.errors.contains(part))
    #expect(try result.json()["outcome"] is NSNull)
  }

  @Test("exports files under names that stay in the folder, and overwrites none")
  func export() throws {
    let sample = try SampleContainer(scripts: keeping)
    _ = try sample.run("text")
    #expect(
      try sample.ask("files", "com.example.sample", "--format", "json").output
        == "{\"files\":{\"..\":4,\"a/b\":5,\"plain.txt\":4},\"plugin\":\"com.example.sample\"}\n")
    let folder = sample.samples.folder.path + "/out"
    let result = try sample.ask("export", "com.example.sample", folder)
    #expect(result.code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["%2E.", "a%2Fb", "plain.txt"])
    #expect(try String(contentsOfFile: folder + "/a%2Fb", encoding: .utf8) == "12345")
    let again = try sample.ask("export", "com.example.sample", folder)
    #expect(again.code == 3)
    #expect(again.errors.contains("there is such a file already, and nothing was written"))
    let nowhere = try sample.ask("export", "com.example.sample", folder + "/none/none")
    #expect(nowhere.code == 4)
  }

  @Test("erases a plugin but not what it shares, or everything")
  func erase() throws {
    let sample = try SampleContainer(scripts: keeping)
    _ = try sample.run()
    #expect(try sample.ask("erase", "--plugin", "com.example.sample").code == 0)
    #expect(try sample.ask("list").output == "shared:unread\n")
    let erased = try sample.ask("files", "com.example.sample")
    #expect(erased.output == "")
    #expect(erased.code == 3)
    #expect(try sample.ask("erase", "--all").code == 0)
    #expect(try sample.ask("list").output == "")
  }

  static let misspelt: [(arguments: [String], sentence: String)] = [
    (
      ["list", "own:com.example.sampel"],
      "nothing is kept in own:com.example.sampel; did you mean own:com.example.sample?"
    ),
    (
      ["list", "shared:unraed"],
      "nothing is kept in shared:unraed; did you mean shared:unread?"
    ),
    (
      ["list", "shared:nothing-like-it"],
      "nothing is kept in shared:nothing-like-it; 'plugrun container list' lists the spaces"
    ),
    (
      ["get", "own:com.example.sampel", "a"],
      "nothing is kept in own:com.example.sampel; did you mean own:com.example.sample?"
    ),
    (
      ["files", "com.example.sampel"],
      "nothing is kept of \"com.example.sampel\"; did you mean \"com.example.sample\"?"
    ),
    (
      ["export", "nope", "out"],
      "nothing is kept of \"nope\"; 'plugrun container list' lists the spaces"
    ),
    (
      ["erase", "--plugin", "com.example.Sample"],
      "nothing is kept of \"com.example.Sample\"; did you mean \"com.example.sample\"?"
    ),
  ]

  @Test("tells a name under which nothing is kept, with the nearest", arguments: misspelt)
  func misspeltNames(_ arguments: [String], _ sentence: String) throws {
    let sample = try SampleContainer(scripts: keeping)
    _ = try sample.run()
    let result = try PlugrunProcess.run(["container"] + arguments + ["--container", sample.path])
    #expect(result.code == 3)
    #expect(result.output == "")
    #expect(result.errors == "plugrun: error: \(sentence)\n")
  }

  @Test("lists nothing, and no mistake, where a known plugin keeps nothing")
  func emptySpace() throws {
    let sample = try SampleContainer(scripts: ["reply.lua": "return function() end"])
    _ = try sample.run()
    for arguments in [["list", "own:com.example.sample"], ["files", "com.example.sample"]] {
      let result = try PlugrunProcess.run(["container"] + arguments + ["--container", sample.path])
      #expect(result.code == 0)
      #expect(result.output + result.errors == "")
    }
  }

  @Test("stores in a space of any name, and names a near one")
  func nearSpace() throws {
    let sample = try SampleContainer(scripts: keeping)
    _ = try sample.run()
    let near = try sample.ask("set", "own:com.example.sampel", "k", "1")
    #expect(near.code == 0)
    #expect(
      near.errors
        == "plugrun: note: own:com.example.sampel is new; there is own:com.example.sample as well, "
        + "if that is meant\n")
    #expect(try sample.ask("set", "own:com.example.sampel", "k", "2").errors == "")
    #expect(try sample.ask("set", "own:com.other.plugin", "k", "1").errors == "")
  }

  @Test("tells of each reply that waits whose it is, why it waits, and when it is tried next")
  func outbox() throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": "return function(r) reply.send { text = r.userText } end"
    ])
    let server = try LoopbackServer { _, _ in .answer(503, headers: ["Retry-After": "3600"]) }
    defer { server.stop() }
    let (now, later) = ("2026-01-01T12:30:00Z", "2026-01-01T14:00:00Z")
    _ = try sample.run("Hi", "--reply-to", server.address(), "--now", "2026-01-01T12:00:00Z")
    let listed = try #require(
      (try sample.ask("outbox", "--format", "json").json()["outbox"] as? [[String: Any]])?.first)
    #expect(
      Set(listed.keys) == [
        "id", "key", "now", "reason", "state", "text", "to", "userInfo", "plugin", "stagedAt",
        "tries", "nextTry",
      ])
    let id = try #require(listed["id"] as? String)
    let next = try #require(listed["nextTry"] as? String)
    let staged = try #require(listed["stagedAt"] as? String)
    #expect(next > staged)
    #expect(listed["plugin"] as? String == "com.example.sample")
    #expect(listed["tries"] as? Int == 1)
    let way = """
      reply         to chat  queued: the receiver asked to try again
                    │ Hi
                    id \(id), of com.example.sample
                    waits since \(staged); 1 try,
      """
    let text = try sample.ask("outbox", "--now", now)
    #expect(text.output == "\(way) next one not before \(next)\n")
    #expect(
      try sample.ask("outbox", "--now", later).output == "\(way) due\n")
    let notDue = try sample.deliver("--fail-replies", "rejected", "--now", now)
    #expect(notDue.code == 0)
    #expect(notDue.output == text.output + "0 sent, 0 refused, 1 waiting\n")
    let refused = try sample.deliver("--fail-replies", "rejected", "--now", later)
    #expect(refused.code == 1)
    #expect(refused.output.hasSuffix("0 sent, 1 refused, 0 waiting\n"))
    #expect(try sample.ask("outbox").output.hasSuffix("refused; 2 tries\n"))
  }

  @Test("lists a response whose process was killed, and recovers it")
  func recover() throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": "return function() while true do end end"
    ])
    let response = try sample.samples.response(text: "unanswered")
    try PlugrunProcess.kill([
      "run", response, "--plugins", sample.samples.plugins, "--container", sample.path, "--now",
      "2026-01-01T12:00:00Z",
    ]) {
      guard FileManager.default.fileExists(atPath: sample.path + "/container.sqlite") else {
        return false
      }
      return try sample.ask("pending").output.contains("runs until")
    }
    let pending = try sample.ask("pending", "--format", "json").json()
    let first = try #require((pending["pending"] as? [[String: Any]])?.first)
    #expect(
      Set(first.keys) == ["request", "date", "plugin", "action", "attempts", "leaseEnds"])
    #expect(first["request"] as? String == "1")
    #expect(first["date"] as? String == "2026-01-01T12:00:00Z")
    #expect(first["attempts"] as? Int == 1)
    #expect(first["leaseEnds"] is NSNull)
    // Another run leaves it alone.
    try sample.samples.addBundle(
      scripts: ["reply.lua": "return function(r) storage.set('done', r.userText) end"])
    #expect(try sample.run("other").code == 0)
    #expect(try sample.ask("pending").output.contains("can be recovered"))
    let recovered = try PlugrunProcess.run([
      "container", "recover", "--container", sample.path, "--plugins", sample.samples.plugins,
      "--now", "2026-01-01T12:10:00Z", "--format", "json",
    ])
    #expect(recovered.code == 0)
    let outcomes = try #require(try recovered.json()["recovered"] as? [[String: Any]])
    #expect(outcomes.count == 1)
    #expect((outcomes.first?["outcome"] as? [String: Any])?["outcome"] as? String == "completed")
    #expect(
      try sample.ask("get", "own:com.example.sample", "done").output == "\"unanswered\"\n")
    #expect(try sample.ask("pending").output == "")
  }

  @Test("is shared by processes at once, and loses no increment and no response")
  func shared() async throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": """
      return function(r)
        storage.update("sum", function(old) return (old or 0) + 1 end)
        reply.send { text = r.userText }
      end
      """
    ])
    let responses = try (0..<12).map { number in
      try sample.samples.folder.file(
        "response-\(number).json",
        """
        {"actionIdentifier": "reply", "userText": "\(number)", "notification": {"date":
         "2026-01-01T12:00:00Z", "request": {"identifier": "r-\(number)", "content":
         {"categoryIdentifier": "message", "threadIdentifier": "chat"}}}}
        """)
    }
    let arguments = ["--plugins", sample.samples.plugins, "--container", sample.path]
    let codes = try await withThrowingTaskGroup(of: [Int32].self) { group in
      // Both processes get all responses, so each is delivered twice.
      for _ in 0..<2 {
        group.addTask {
          try responses.map { response in
            try PlugrunProcess.run(
              ["run", response, "--fail-replies", "offline"] + arguments
            ).code
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(codes == [Int32](repeating: 0, count: 24))
    #expect(try sample.ask("get", "own:com.example.sample", "sum").output == "12\n")
    #expect(try sample.waiting() == [String](repeating: "queued", count: 12))
  }
}
