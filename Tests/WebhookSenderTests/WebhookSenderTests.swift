import ActionPlugins
import LoopbackServer
import Synchronization
import Testing
import WebhookSender

/// What became of one attempt, errors included.
enum Attempt: Equatable {
  case result(SendResult)
  /// Failed for now, with a sentence.
  case failed(String)

  static func make(_ sender: WebhookSender, _ reply: Reply = .sample()) async -> Attempt {
    do {
      return .result(try await sender.send(reply))
    } catch {
      return .failed("\(error)")
    }
  }
}

/// An answer, and what it means for the reply; `ORIGIN` stands for the server.
struct AnswerCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let steps: [LoopbackStep]
  let expected: Attempt
  let seconds: Double

  init(_ name: String, _ steps: [LoopbackStep], _ expected: Attempt, seconds: Double = 3000) {
    testDescription = name
    self.steps = steps
    self.expected = expected
    self.seconds = seconds
  }

  /// Goes on for an hour, as do the pauses: who waits for an end is found by the test's time limit.
  static let trickle: [LoopbackStep] = (0..<180_000).flatMap { _ in [.text("x"), .pause(0.02)] }

  static let all: [AnswerCase] = [
    .init("200", .answer(200, body: "{}"), .result(.sent)),
    .init("204", .answer(204), .result(.sent)),
    .init("500", .answer(500), .failed("ORIGIN answered 500")),
    .init("501", .answer(501), .failed("ORIGIN answered 501")),
    .init("408", .answer(408), .failed("ORIGIN answered 408")),
    .init("425", .answer(425), .failed("ORIGIN answered 425")),
    .init("429", .answer(429), .failed("ORIGIN answered 429")),
    .init("403", .answer(403), .result(.rejected(reason: "ORIGIN answered 403"))),
    .init("400", .answer(400), .result(.rejected(reason: "ORIGIN answered 400"))),
    .init("410", .answer(410), .result(.rejected(reason: "ORIGIN answered 410"))),
    .init("304", .answer(304), .result(.rejected(reason: "ORIGIN answered 304"))),
    .init(
      "503 with Retry-After", .answer(503, headers: ["Retry-After": "7"]),
      .result(.retry(afterSeconds: 7))),
    .init(
      "429 with Retry-After as a date",
      .answer(
        429,
        headers: [
          "Date": "Sun, 06 Nov 1994 08:49:00 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT",
        ]),
      .result(.retry(afterSeconds: 37))),
    .init(
      "a refusal with Retry-After", .answer(404, headers: ["Retry-After": "7"]),
      .result(.rejected(reason: "ORIGIN answered 404"))),
    .init(
      "a refusal whose body never ends", .answer(403, length: 1000) + [.pause(3600)],
      .result(.rejected(reason: "ORIGIN answered 403"))),
    .init("no answer", [.pause(3600)], .failed("ORIGIN did not answer in time"), seconds: 0.3),
    .init(
      "an answer byte by byte", .answer(200, length: 5000) + trickle,
      .failed("ORIGIN did not answer in time"), seconds: 0.3),
    .init(
      "a head byte by byte",
      [.text("HTTP/1.1 200 OK\r\nX-Slow: ")] + trickle,
      .failed("ORIGIN did not answer in time"), seconds: 0.3),
    .init(
      "an answer that is broken off", .answer(200, body: "half", length: 100) + [.close],
      .failed("ORIGIN broke off its answer")),
    .init("a closed connection", [.close], .failed("ORIGIN gave no answer of HTTP")),
    .init(
      "100 KiB", .answer(200, body: String(repeating: "x", count: 100 << 10)), .result(.sent)),
    .init(
      "64 KiB of an answer without an end",
      .answer(200, body: String(repeating: "x", count: 64 << 10), length: 1 << 30) + [.pause(3600)],
      .result(.sent)),
    .init(
      "a redirect without a target", .answer(302),
      .result(.rejected(reason: "ORIGIN answered 302 without saying where to go"))),
  ]
}

@Suite("A webhook")
struct WebhookSenderTests {
  @Test("is posted JSON, with the key as a header")
  func request() async throws {
    let server = try LoopbackServer { _, _ in .answer(200) }
    defer { server.stop() }
    let sender = try WebhookSender(
      to: server.address("/replies?token=t"), attemptSeconds: 3000)
    #expect(await Attempt.make(sender) == .result(.sent))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST")
    #expect(request.path == "/replies?token=t")
    #expect(request.values("idempotency-key") == ["k-1"])
    #expect(request.values("content-type") == ["application/json"])
    #expect(request.values("user-agent") == ["plugrun/\(PluginRuntime.version)"])
    #expect(
      try JSONReader().read(request.body) == [
        "id": "r-1", "key": "k-1", "to": "chat_1", "text": "Γεια, secret 👩‍👩‍👧",
        "userInfo": ["n": 1, "f": 1.0], "plugin": "com.example.messages",
        "notification": [
          "identifier": "m-1", "date": "2026-01-01T12:00:00Z", "category": "message",
          "thread": "chat_1",
        ],
      ])
  }

  @Test(
    "has its answer understood, within its time and without repeating it",
    .timeLimit(.minutes(5)), arguments: AnswerCase.all)
  func answer(_ answer: AnswerCase) async throws {
    let server = try LoopbackServer { _, _ in answer.steps }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: answer.seconds)
    let attempt = await Attempt.make(sender)
    let origin = "http://127.0.0.1:\(server.port)"
    switch answer.expected {
    case .result(.rejected(let reason)):
      #expect(
        attempt
          == .result(.rejected(reason: reason.replacing("ORIGIN", with: origin))))
    case .failed(let sentence):
      #expect(attempt == .failed(sentence.replacing("ORIGIN", with: origin)))
    case .result: #expect(attempt == answer.expected)
    }
    #expect(server.requests.count == 1)
  }

  @Test("is asked whatever the case of its scheme", arguments: ["HTTP", "Http"])
  func scheme(_ scheme: String) async throws {
    let server = try LoopbackServer { _, _ in .answer(200) }
    defer { server.stop() }
    let address = server.address("/Replies?Token=T%20").replacing("http:", with: "\(scheme):")
    #expect(await Attempt.make(try WebhookSender(to: address)) == .result(.sent))
    #expect(server.requests.map(\.path) == ["/Replies?Token=T%20"])
  }

  @Test("whose host this system's network library does not understand is told to be so")
  func shorthand() async throws {
    #if canImport(FoundationNetworking)
      let sender = try WebhookSender(to: "http://127.1:9/")
      #expect(
        await Attempt.make(sender)
          == .failed(
            "http://127.1:9 is written in a way that this system cannot ask; give the host by its"
              + " name"))
      let error = #expect(throws: WebhookError.self) { try WebhookSender(to: "http://[::1]:8080/") }
      #expect(error?.description.contains("cannot be one of IPv6 on this system") == true)
    #endif
  }

  @Test("that nobody serves fails for now")
  func absent() async throws {
    let port = try LoopbackServer.freePort()
    let sender = try WebhookSender(to: "http://127.0.0.1:\(port)/secret-path")
    #expect(
      await Attempt.make(sender) == .failed("http://127.0.0.1:\(port) took no connection"))
  }

  @Test(
    "is followed within its origin",
    arguments: [(301, "POST"), (302, "POST"), (303, "GET"), (307, "POST"), (308, "POST")])
  func redirect(_ status: Int, _ method: String) async throws {
    let server = try LoopbackServer { request, _ in
      request.path.hasPrefix("/new")
        ? .answer(200) : .answer(status, headers: ["Location": "/new?place=1"])
    }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    #expect(await Attempt.make(sender) == .result(.sent))
    let requests = server.requests
    #expect(requests.map(\.path) == ["/replies", "/new?place=1"])
    #expect(requests.map(\.method) == ["POST", method])
    #expect(requests.map { $0.values("idempotency-key") } == [["k-1"], ["k-1"]])
    #expect(requests[1].body == (method == "POST" ? requests[0].body : []))
  }

  @Test("is not followed in circles")
  func circle() async throws {
    let server = try LoopbackServer { _, _ in .answer(307, headers: ["Location": "/replies"]) }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    guard case .result(.rejected(let reason)) = await Attempt.make(sender) else {
      Issue.record("not refused")
      return
    }
    #expect(reason.hasSuffix("redirected more than 5 times; give the final address"))
    #expect(server.requests.count == 6)
  }

  @Test("is not followed to another origin, which never sees the reply")
  func otherOrigin() async throws {
    let other = try LoopbackServer { _, _ in .answer(200) }
    defer { other.stop() }
    let server = try LoopbackServer { _, _ in
      .answer(307, headers: ["Location": other.address("/secret")])
    }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    #expect(
      await Attempt.make(sender)
        == .result(
          .rejected(
            reason: "http://127.0.0.1:\(server.port) redirected to http://127.0.0.1:\(other.port),"
              + " and replies do not leave the server that was named; name the other one")))
    #expect(other.requests.isEmpty)
  }

  @Test(
    "survives a redirect to nowhere",
    arguments: [
      "", " ", "/%zz", "/a?%zz", "?%", "#%%%", "//", "///", "//:0", "//:99999999999/", ":", "::",
      "http:", "http://", "http:///x", "http://[", "http://[::1", "http://%/", "http://a:b@/",
      "javascript:alert(1)", "file:///etc/passwd", "data:,x", "/\u{1}", "/é", "/a b", "\\\\x\\y",
      "http://127.0.0.1:0/", "/" + String(repeating: "a", count: 20_000), "../../..", "/a?[]{}|",
    ])
  func hostileRedirect(_ location: String) async throws {
    let server = try LoopbackServer { _, number in
      number == 1 ? .answer(307, headers: ["Location": location]) : .answer(200)
    }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    let attempt = await Attempt.make(sender)
    // Taken for a path of the same server, refused, or not understood by the system; what must not
    // happen is a trap, or a second request for the path that redirected.
    #expect(attempt != .result(.offline))
    #expect(server.requests.count <= 2)
  }

  @Test("has the same key in each attempt, whatever the script made of it")
  func keys() async throws {
    let server = try LoopbackServer { _, number in .answer(number < 3 ? 500 : 200) }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    let reply = Reply.sample(key: "i/a b%\r\nX-Evil: 1\u{0}é")
    var attempts: [Attempt] = []
    for _ in 1...3 { attempts.append(await Attempt.make(sender, reply)) }
    #expect(attempts.last == .result(.sent))
    let key = "i/a%20b%25%0D%0AX-Evil:%201%00%C3%A9"
    #expect(server.requests.map { $0.values("idempotency-key") } == [[key], [key], [key]])
    #expect(server.requests.allSatisfy { $0.values("x-evil").isEmpty })
  }

  @Test("is given up at once when its task is cancelled", .timeLimit(.minutes(5)))
  func cancelled() async throws {
    let server = try LoopbackServer { _, _ in [.pause(3600)] }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    let attempt = Task { await Attempt.make(sender) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    attempt.cancel()
    #expect(
      await attempt.value
        == .failed("http://127.0.0.1:\(server.port) did not answer before the attempt was given up")
    )
  }

  // A request that was cancelled just as its redirect came in made FoundationNetworking trap.
  @Test("may redirect at the very end of the time")
  func lateRedirect() async throws {
    let server = try LoopbackServer { _, number in
      [.pause(0.02 + Double(number % 20) * 0.001)] + .answer(307, headers: ["Location": "/"])
    }
    defer { server.stop() }
    for _ in 0..<10 {
      let sender = try WebhookSender(to: server.address(), attemptSeconds: 0.03)
      await withTaskGroup { group in
        for _ in 0..<20 { group.addTask { _ = await Attempt.make(sender) } }
      }
    }
    #expect(server.requests.count >= 100)
  }

  @Test("takes many replies at once")
  func many() async throws {
    let server = try LoopbackServer { _, _ in [.pause(0.01)] + .answer(200) }
    defer { server.stop() }
    let sender = try WebhookSender(to: server.address(), attemptSeconds: 3000)
    let sent = await withTaskGroup(of: Attempt.self) { group in
      for number in 0..<100 {
        group.addTask { await Attempt.make(sender, .sample(key: "k-\(number)")) }
      }
      return await group.reduce(into: 0) { $0 += $1 == .result(.sent) ? 1 : 0 }
    }
    #expect(sent == 100)
    #expect(Set(server.requests.flatMap { $0.values("idempotency-key") }).count == 100)
  }

  @Test(
    "needs an address that can be posted to",
    arguments: [
      "", "example.com", "ftp://example.com/", "http://", "https:///x", "http://a b/", "http://é/",
      "http://h:99999/", "http://h:0/", "file:///etc/passwd", "http://h/\r\nX: 1",
    ])
  func addresses(_ address: String) throws {
    let error = try #require(throws: WebhookError.self) { _ = try WebhookSender(to: address) }
    #expect(!error.description.isEmpty)
  }
}
