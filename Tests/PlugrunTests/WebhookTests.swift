import Foundation
import LoopbackServer
import TemporaryFiles
import Testing

/// Replies on their way to a real server, through the real programs.
@Suite("plugrun --reply-to")
struct WebhookTests {
  private func echo() throws -> SampleContainer {
    try SampleContainer(scripts: [
      "reply.lua": "return function(r) reply.send { text = r.userText } end"
    ])
  }

  private func keys(_ server: LoopbackServer) -> [String] {
    server.requests.flatMap { $0.values("idempotency-key") }
  }

  @Test("posts a reply before it ends")
  func sent() throws {
    let server = try LoopbackServer { _, _ in .answer(200) }
    defer { server.stop() }
    let sample = try echo()
    let result = try sample.run("Γεια", "--reply-to", server.address())
    #expect(result.code == 0)
    #expect(result.errors == "")
    let replies = try #require(try result.json()["replies"] as? [[String: Any]])
    #expect(replies.first?["state"] as? String == "sent")
    let request = try #require(server.requests.first)
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(
      Set(body.keys) == ["id", "key", "to", "text", "userInfo", "plugin", "notification"])
    #expect(body["text"] as? String == "Γεια")
    #expect(body["key"] as? String == replies.first?["key"] as? String)
    #expect(keys(server) == [body["key"] as? String ?? ""])
    let notification = try #require(body["notification"] as? [String: Any])
    #expect(Set(notification.keys) == ["identifier", "date", "category", "thread"])
    #expect(notification["date"] as? String == "2026-01-01T12:00:00Z")
  }

  @Test("keeps a reply that the server could not take, and delivers it later with the same key")
  func retried() throws {
    let server = try LoopbackServer { _, number in .answer(number < 3 ? 500 : 200) }
    defer { server.stop() }
    let sample = try echo()
    let first = try sample.run("Hi", "--reply-to", server.address())
    #expect(first.code == 0)
    #expect(first.errors.contains("1 reply could not be delivered yet"))
    #expect(try sample.waiting() == ["queued"])
    let second = try sample.deliver("--now-all", "--reply-to", server.address())
    #expect(second.code == 0)
    #expect(second.output.hasSuffix("0 sent, 0 refused, 1 waiting\n"))
    let third = try sample.deliver("--now-all", "--reply-to", server.address())
    #expect(third.code == 0)
    #expect(third.output.hasSuffix("1 sent, 0 refused, 0 waiting\n"))
    #expect(try sample.waiting() == [])
    #expect(keys(server).count == 3)
    #expect(Set(keys(server)).count == 1)
    // What came of the reply since is part of the first outcome.
    let again = try sample.run("Hi", "--reply-to", server.address())
    #expect(try again.json()["redelivered"] as? Bool == true)
    #expect(again.errors.contains("--again runs it as a new delivery"))
    #expect(keys(server).count == 3)
    let repeated = try sample.run("Hi", "--again", "--reply-to", server.address())
    #expect(try repeated.json()["redelivered"] as? Bool == false)
    #expect(Set(keys(server)).count == 2)
  }

  @Test("lists what the server refused, until it is erased")
  func refused() throws {
    let server = try LoopbackServer { _, _ in .answer(403, body: "no") }
    defer { server.stop() }
    let sample = try echo()
    let result = try sample.run("secret", "--reply-to", server.address())
    #expect(result.code == 0)
    #expect(try sample.waiting() == ["rejected"])
    #expect(try sample.ask("outbox").output.contains("rejected: http://127.0.0.1:"))
    #expect(try sample.deliver("--now-all", "--reply-to", server.address()).code == 0)
    #expect(server.requests.count == 1)
    #expect(try sample.ask("erase", "--plugin", "com.example.sample").code == 0)
    #expect(try sample.waiting() == [])
  }

  @Test("ends a delivery with 1 where the server refuses")
  func refusedLater() throws {
    let server = try LoopbackServer { _, number in .answer(number == 1 ? 503 : 410) }
    defer { server.stop() }
    let sample = try echo()
    _ = try sample.run("Hi", "--reply-to", server.address())
    let result = try sample.deliver("--now-all", "--reply-to", server.address())
    #expect(result.code == 1)
    #expect(try sample.waiting() == ["rejected"])
  }

  @Test("waits as long as the server asks for, also where nothing else is waited for")
  func retryAfter() throws {
    let server = try LoopbackServer { _, _ in .answer(503, headers: ["Retry-After": "3600"]) }
    defer { server.stop() }
    let sample = try echo()
    _ = try sample.run("Hi", "--reply-to", server.address())
    let result = try sample.deliver("--now-all", "--reply-to", server.address())
    #expect(result.code == 0)
    #expect(result.output.contains("queued: the receiver asked to try again"))
    #expect(
      result.output.contains(
        /; 1 try, next one not before \d{4}-.*Z\n0 sent, 0 refused, 1 waiting\n$/))
    #expect(server.requests.count == 1)
  }

  @Test("is not waited for any longer once Ctrl-C is pressed, and the reply waits")
  func interrupted() throws {
    let server = try LoopbackServer { _, _ in [.pause(3600)] }
    defer { server.stop() }
    let sample = try echo()
    let result = try PlugrunProcess.run(
      [
        "run", try sample.samples.response(), "--plugins", sample.samples.plugins, "--container",
        sample.path, "--format", "json", "--reply-to", server.address(),
      ], interruptedWhen: { !server.requests.isEmpty })
    #expect(result.code == 0)
    #expect(try result.json()["outcome"] as? String == "completed")
    let reply = try #require((try result.json()["replies"] as? [[String: Any]])?.first)
    #expect(reply["state"] as? String == "queued")
    #expect(reply["reason"] as? String == "no answer before the attempt was given up")
    #expect(try sample.waiting() == ["queued"])
  }

  @Test("is not held up by a server that never ends its answer")
  func trickle() throws {
    let server = try LoopbackServer { _, _ in
      .answer(200, length: 1 << 20) + (0..<180_000).flatMap { _ in [.text("x"), .pause(0.02)] }
    }
    defer { server.stop() }
    let sample = try echo()
    // The server would go on for an hour; an attempt after the commit ends after 5 s, and a process
    // that takes a minute is killed.
    let result = try sample.run("Hi", "--reply-to", server.address())
    #expect(result.code == 0)
    #expect(try sample.waiting() == ["queued"])
  }

  @Test("keeps the reply where nobody listens")
  func absent() throws {
    let sample = try echo()
    let port = try LoopbackServer.freePort()
    let result = try sample.run("Hi", "--reply-to", "http://127.0.0.1:\(port)/")
    #expect(result.code == 0)
    let replies = try #require(try result.json()["replies"] as? [[String: Any]])
    #expect(replies.first?["state"] as? String == "queued")
    #expect(
      replies.first?["reason"] as? String == "http://127.0.0.1:\(port) took no connection")
  }

  @Test("says that nothing is kept where no container is named")
  func temporary() throws {
    let sample = try echo()
    let port = try LoopbackServer.freePort()
    let result = try sample.samples.run(
      try sample.samples.response(), "--reply-to", "http://127.0.0.1:\(port)/")
    #expect(result.code == 0)
    #expect(result.errors.contains("nothing is kept; --container DIR keeps them"))
  }

  @Test("needs an address before replies that wait are tried")
  func noAddress() throws {
    let sample = try echo()
    #expect(try sample.run("Hi", "--fail-replies", "offline").code == 0)
    let result = try sample.deliver()
    #expect(result.code == 2)
    #expect(
      result.errors
        == "plugrun: error: 1 reply waits; name where to post with --reply-to URL\n")
    #expect(try sample.waiting() == ["queued"])
  }
}

/// The program that `plugrun` sends replies with, missing or broken.
@Suite("plugrun without a working plugrun-webhook")
struct MissingHelperTests {
  /// `plugrun` alone in a folder, and what lies beside it.
  private func alone(helper script: String? = nil) throws -> (TemporaryFolder, program: String) {
    let folder = try TemporaryFolder()
    let program = folder.path + "/plugrun"
    // By other processes: a file that this one had open for writing cannot be started while a
    // process that it starts at the same time still has it open.
    _ = try PlugrunProcess.run([PlugrunProcess.binary, program], program: "/bin/cp")
    if let script {
      let write = "printf '%s' \"$2\" > \"$1\" && chmod 755 \"$1\""
      _ = try PlugrunProcess.run(
        ["-c", write, "sh", folder.path + "/plugrun-webhook", "#!/bin/sh\n\(script)\n"],
        program: "/bin/sh")
    }
    return (folder, program)
  }

  static let helpers: [(name: String, script: String?, sentence: String)] = [
    ("missing", nil, "plugrun-webhook is not beside plugrun in "),
    ("ends at once", "exit 3", "plugrun-webhook ended with code 3 before it had answered"),
    (
      "is killed", "read line; kill -9 $$",
      "plugrun-webhook was ended by signal 9 before it had answered"
    ),
    (
      "says nonsense and ends", "read line; echo '{\"number\": true'; echo; echo '{\"number\": 9}'",
      "plugrun-webhook ended with code 0 before it had answered"
    ),
  ]

  @Test("says so and keeps the reply", arguments: helpers)
  func broken(_ name: String, _ script: String?, _ sentence: String) throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": "return function(r) reply.send { text = r.userText } end"
    ])
    let (folder, program) = try alone(helper: script)
    defer { withExtendedLifetime(folder) {} }
    let result = try PlugrunProcess.run(
      [
        "run", try sample.samples.response(), "--plugins", sample.samples.plugins, "--container",
        sample.path, "--reply-to", "http://127.0.0.1:9/", "--format", "json",
      ], program: program)
    #expect(result.code == 0)
    #expect(result.errors.contains("error: " + sentence))
    let replies = try #require(try result.json()["replies"] as? [[String: Any]])
    #expect(replies.first?["state"] as? String == "queued")
    #expect((replies.first?["reason"] as? String)?.hasPrefix(sentence) == true)
    #expect(try sample.waiting() == ["queued"])
  }

  @Test("does not begin to deliver where it is missing")
  func missing() throws {
    let sample = try SampleContainer(scripts: [
      "reply.lua": "return function(r) reply.send { text = r.userText } end"
    ])
    _ = try sample.run("Hi", "--fail-replies", "offline")
    let (folder, program) = try alone()
    defer { withExtendedLifetime(folder) {} }
    let result = try PlugrunProcess.run(
      [
        "container", "deliver", "--now-all", "--plugins", sample.samples.plugins, "--container",
        sample.path, "--reply-to", "http://127.0.0.1:9/",
      ], program: program)
    #expect(result.code == 4)
    #expect(result.errors.contains("plugrun-webhook is not beside plugrun"))
  }
}
