import Foundation
import TemporaryFiles
import Testing

/// What a person typed reaches the reply of the shipped bundle unchanged.
@Suite struct ShippedReplyTests {
  struct Typed: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var testDescription: String { name }
  }

  static let texts: [Typed] = [
    .init(name: "Greek and a family of three", text: "Γεια, έρχομαι 👩‍👩‍👧"),
    .init(name: "right to left with its mark", text: "\u{200F}שלום، أهلا\u{200F} 42"),
    .init(name: "decomposed letters", text: "cafe\u{301} a\u{308} \u{1112}\u{1161}\u{11AB}"),
    .init(name: "composed letters", text: "caf\u{E9} \u{E4} \u{D55C}"),
    .init(name: "quotes and closing brackets", text: "\"'`\\ ]] ]=] }) os.exit() --[["),
    .init(name: "line breaks and spaces", text: "  one\ntwo\r\n\tthree \u{2028} "),
    .init(name: "ten kilobytes", text: String(repeating: "Γεια 👍🏽 नमस्ते ", count: 300)),
    .init(name: "what looks like an option", text: "--locked"),
  ]

  private static let payload = "Examples/payloads/messages/new-message-greek.apns"

  @Test(arguments: texts)
  func `typed text is in the reply byte for byte`(_ typed: Typed) throws {
    let result = try PlugrunProcess.run([
      "run", Self.payload, "--action", "reply", "--text=\(typed.text)", "--format", "json",
    ])
    #expect(result.code == 0)
    let reply = try #require(try result.firstReply())
    #expect(Array(reply.utf8) == Array(typed.text.utf8))
  }

  @Test func `the text of every shipped response is in its reply byte for byte`() throws {
    let folder = "Examples/responses/messages"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: "\(PlugrunProcess.packageFolder)/\(folder)")
    var compared = 0
    for file in files.sorted() where file.hasPrefix("reply-") && file != "reply-empty.json" {
      let bytes = try Data(
        contentsOf: URL(fileURLWithPath: "\(PlugrunProcess.packageFolder)/\(folder)/\(file)"))
      let response = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
      let typed = try #require(response?["userText"] as? String, "\(file)")
      let result = try PlugrunProcess.run(["run", "\(folder)/\(file)", "--format", "json"])
      let reply = try #require(try result.firstReply(), "\(file)")
      #expect(Array(reply.utf8) == Array(typed.utf8), "\(file)")
      compared += 1
    }
    #expect(compared >= 8)
  }

  @Test func `an empty text reaches a handler as an empty string and a plain action as nil`()
    throws
  {
    let samples = try SampleBundles()
    try samples.addBundle(
      scripts: [
        "reply.lua": "return function(r) log.info(type(r.userText), { n = #r.userText }) end",
        "delete.lua": "return function(r) log.info(type(r.userText)) end",
      ])
    let push = try samples.folder.file("push.apns", "{\"aps\": {\"category\": \"message\"}}")
    let empty = try samples.run(push, "--action", "reply", "--text", "")
    #expect(empty.output.contains("info  string  {\"n\":0}\n"))
    let plain = try samples.run(push, "--action", "delete")
    #expect(plain.output.contains("info  nil\n"))
  }

  @Test func `a changed line of the shipped script shows at the next run`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/messages"
    try FileManager.default.copyItem(
      atPath: PlugrunProcess.packageFolder + "/Plugins/messages", toPath: copy)
    let arguments = [
      "run", "Examples/responses/messages/reply-greek.json", "--plugins", copy, "--format", "json",
    ]
    #expect(try PlugrunProcess.run(arguments).firstReply() == "Γεια, έρχομαι 👩‍👩‍👧")

    let script = try String(contentsOfFile: copy + "/reply.lua", encoding: .utf8)
    let line = "reply.send { text = text,"
    try #require(script.contains(line))
    let changed = script.replacing(line, with: "reply.send { text = text .. \"!\",")
    _ = try folder.file("messages/reply.lua", changed)
    #expect(try PlugrunProcess.run(arguments).firstReply() == "Γεια, έρχομαι 👩‍👩‍👧!")
  }
}
