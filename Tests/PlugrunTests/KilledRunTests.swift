import Foundation
import LoopbackServer
import Testing

/// Runs that are killed at random instants, their recovery, and what the world saw of them.
@Suite("plugrun, killed at any instant")
struct KilledRunTests {
  /// How many runs are killed.
  private static let kills =
    ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == "1" ? 300 : 12

  @Test("loses no response and repeats no effect, once all are recovered and delivered again")
  func exactlyOnce() throws {
    let server = try LoopbackServer { _, _ in .answer(200) }
    defer { server.stop() }
    let sample = try SampleContainer(scripts: [
      "reply.lua": """
      return function(r)
        storage.increment("count")
        storage.set("last", r.userText)
        storage.protected.set("last", r.userText)
        storage.shared("unread").increment("count")
        files.write(r.userText, r.userText)
        reply.send { text = r.userText }
      end
      """
    ])
    func arguments(_ text: String) throws -> [String] {
      let response = try sample.samples.folder.file(
        "response-\(text).json",
        """
        {"actionIdentifier": "reply", "userText": "\(text)", "notification": {"date":
         "2026-01-01T12:00:00Z", "request": {"identifier": "r-\(text)", "content":
         {"categoryIdentifier": "message", "threadIdentifier": "chat-\(text)"}}}}
        """)
      return [
        "run", response, "--plugins", sample.samples.plugins, "--container", sample.path,
        "--reply-to", server.address(),
      ]
    }
    let begin = Date()
    #expect(try PlugrunProcess.run(arguments("whole")).code == 0)
    let seconds = Date().timeIntervalSince(begin)
    let texts = (1...Self.kills).map { "killed-\($0)" }
    for text in texts {
      let end = Date().addingTimeInterval(.random(in: 0...(seconds * 1.2)))
      try PlugrunProcess.kill(arguments(text)) { Date() > end }
    }
    print("\(Self.kills) runs killed within \(seconds) s each")
    let recovered = try PlugrunProcess.run([
      "container", "recover", "--container", sample.path, "--plugins", sample.samples.plugins,
      "--reply-to", server.address(),
    ])
    #expect(recovered.code == 0, "\(recovered.errors)")
    #expect(try sample.ask("pending").output == "")
    // The system delivers what it has no ending of again.
    for text in texts { #expect(try PlugrunProcess.run(arguments(text)).code == 0) }
    #expect(try sample.deliver("--now-all", "--reply-to", server.address()).code == 0)
    #expect(try sample.waiting() == [])

    let own = "own:com.example.sample"
    #expect(try sample.ask("get", own, "count").output == "\(Self.kills + 1)\n")
    #expect(try sample.ask("get", "shared:unread", "count").output == "\(Self.kills + 1)\n")
    let last = try sample.ask("get", own, "last").output
    #expect(try sample.ask("get", "protected:com.example.sample", "last").output == last)
    var bodies: [String: Set<[UInt8]>] = [:]
    for request in server.requests {
      for key in request.values("idempotency-key") { bodies[key, default: []].insert(request.body) }
    }
    #expect(bodies.count == Self.kills + 1, "a key for each response")
    #expect(bodies.values.allSatisfy { $0.count == 1 }, "what is sent twice is the same")
  }
}
