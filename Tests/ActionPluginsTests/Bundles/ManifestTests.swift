import Notifications
import Testing

@testable import ActionPlugins

@Suite("A sound manifest")
struct ManifestTests {
  private static let full = """
    {
      "api": 1,
      "identifier": "com.example.messages",
      "version": "1.0.0",
      "categories": [
        { "identifier": "message",
          "options": ["customDismissAction", "allowInCarPlay"],
          "hiddenPreviewsBodyPlaceholder": "%u new messages",
          "summaryFormat": "%u more from %@",
          "intentIdentifiers": [],
          "actions": [
            { "identifier": "reply", "title": { "en": "Reply", "de": "Antworten" },
              "textInput": { "buttonTitle": "Send", "placeholder": "Message" },
              "options": ["authenticationRequired"], "icon": "arrowshape.turn.up.left",
              "handler": "reply.lua" },
            { "identifier": "delete", "title": "Delete", "options": ["destructive"] } ],
          "defaultHandler": "open.lua", "dismissHandler": "quiet/dismissed.lua" } ],
      "permissions": { "storage": { "shared": { "session": "read", "unread": "readWrite" },
                                    "protected": true },
                       "reply": { "to": ["support"] }, "files": true, "notifications": true,
                       "functions": ["crm.lookup"] },
      "limits": { "seconds": 10, "memoryBytes": 4194304 }
    }
    """

  private func load(
    _ manifest: String, scripts: [String] = ["reply.lua"], limits: PluginLimits = .default
  ) throws -> PluginBundle {
    try PluginBundle(
      BundleFiles(
        folder: "Plugins/messages", folderName: "messages", manifest: Array(manifest.utf8),
        scripts: scripts.map { BundleFile(file: $0, bytes: []) }),
      limits: limits)
  }

  @Test("says everything it holds")
  func everything() throws {
    let bundle = try load(
      Self.full, scripts: ["reply.lua", "delete.lua", "open.lua", "quiet/dismissed.lua"])
    #expect(bundle.identifier == "com.example.messages")
    #expect(bundle.version == "1.0.0")
    let category = try #require(bundle.manifest.categories.first)
    #expect(bundle.categories == [category.category])
    #expect(category.category.identifier == "message")
    #expect(category.category.options == [.customDismissAction, .allowInCarPlay])
    #expect(category.category.hiddenPreviewsBodyPlaceholder == "%u new messages")
    #expect(category.category.summaryFormat == "%u more from %@")
    let reply = try #require(category.category.action("reply"))
    #expect(reply.title.text(for: "de-AT") == "Antworten")
    #expect(reply.textInput?.placeholder == "Message")
    #expect(reply.options == .authenticationRequired)
    #expect(category.handlers == ["reply.lua", "delete.lua"])
    #expect(category.defaultHandler == "open.lua")
    #expect(category.dismissHandler == "quiet/dismissed.lua")
    #expect(
      bundle.handlerFiles == ["delete.lua", "open.lua", "quiet/dismissed.lua", "reply.lua"])
    let permissions = bundle.manifest.permissions
    #expect(permissions.shared == ["session": .read, "unread": .readWrite])
    #expect(permissions.protected && permissions.files && permissions.notifications)
    #expect(permissions.reply == .named(["support"]))
    #expect(permissions.functions == ["crm.lookup"])
    #expect(bundle.invocationSeconds == 10)
    #expect(bundle.memoryBytes == 4_194_304)
    #expect(bundle.notes.isEmpty)
  }

  @Test("permits nothing that it does not name, and takes the host's limits")
  func nothing() throws {
    let bundle = try load(PluginsFolder.soundManifest)
    #expect(bundle.manifest.permissions == .none)
    #expect(!bundle.manifest.permissions.allowsReply(to: "chat", isOwnThread: true))
    #expect(bundle.invocationSeconds == 30)
    #expect(bundle.memoryBytes == 8_388_608)
  }

  @Test(
    "permits replies to whom it names",
    arguments: [
      ("{}", "chat", true, true), ("{}", "support", false, false),
      (#"{"to": ["support"]}"#, "support", false, true),
      (#"{"to": ["support"]}"#, "Support", false, false),
      (#"{"to": ["caf\u00e9"]}"#, "cafe\u{301}", false, false),
      (#"{"to": ["support"]}"#, "chat", true, true),
      (#"{"to": ["a", "*"]}"#, "anyone", false, true),
    ])
  func recipients(reply: String, recipient: String, isOwnThread: Bool, isAllowed: Bool) throws {
    let bundle = try load(
      RefusalCase.head + RefusalCase.categories + #", "permissions": {"reply": \#(reply)}}"#)
    let permissions = bundle.manifest.permissions
    #expect(
      permissions.allowsReply(to: Identifier(recipient), isOwnThread: isOwnThread) == isAllowed)
    if isOwnThread { #expect(permissions.allowsReply(to: nil, isOwnThread: true)) }
  }

  @Test("keeps names apart that differ only in case or in how accents are composed")
  func bytes() throws {
    let actions = ["reply", "Reply", "caf\u{E9}", "cafe\u{301}"].map {
      #"{"identifier": "\#($0)", "title": "A", "handler": "reply.lua"}"#
    }
    let bundle = try load(
      RefusalCase.head
        + #""categories": [{"identifier": "a", "actions": [\#(actions.joined(separator: ","))]}, "#
        + #"{"identifier": "A"}]}"#)
    #expect(bundle.categories.map(\.actions.count) == [4, 0])
  }

  @Test("may have ten actions, and none")
  func tenActions() throws {
    let actions = (1...10).map {
      #"{"identifier": "a\#($0)", "title": "A", "handler": "reply.lua"}"#
    }
    let bundle = try load(
      RefusalCase.head
        + #""categories": [{"identifier": "a", "actions": [\#(actions.joined(separator: ","))]}, "#
        + #"{"identifier": "b"}]}"#)
    #expect(bundle.categories.map(\.actions.count) == [10, 0])
  }

  // MARK: Anything at all

  @Test("is accepted or refused with a sentence, never worse, when it is cut or altered anywhere")
  func altered() throws {
    let bytes = Array(Self.full.utf8)
    for count in bytes.indices {
      #expect(refusal(of: Array(bytes[..<count]))?.problems.count == 1)
    }
    let others = Array("{}[]\":,0\\ -\n\u{0}".utf8) + [0xFF]
    for index in bytes.indices {
      var altered = bytes
      altered[index] = others[index % others.count]
      _ = refusal(of: altered)
    }
  }

  @Test("is accepted or refused with its place when any value has another type")
  func otherTypes() throws {
    let manifest = try JSONReader().read(Self.full)
    let others: [JSONValue] = [nil, true, 1, 0.5, -1, "", "x", [], [nil], [:], ["x": nil]]
    for altered in others.flatMap({ Self.replacing(in: manifest, by: $0) }) {
      let bytes = try JSONWriter().bytes(altered)
      for problem in refusal(of: bytes)?.problems ?? [] {
        #expect(problem.path != nil && !problem.message.isEmpty, "\(problem)")
      }
    }
  }

  private func refusal(of bytes: [UInt8]) -> BundleRefusal? {
    let scripts = ["reply.lua", "delete.lua", "open.lua", "quiet/dismissed.lua"]
    do throws(BundleRefusal) {
      _ = try PluginBundle(
        BundleFiles(
          folder: "Plugins/messages", folderName: "messages", manifest: bytes,
          scripts: scripts.map { BundleFile(file: $0, bytes: []) }),
        limits: .default)
      return nil
    } catch {
      return error
    }
  }

  /// Every copy of the value in which one part is another value.
  private static func replacing(in value: JSONValue, by other: JSONValue) -> [JSONValue] {
    var copies = [other]
    switch value {
    case .object(let object):
      for member in object.members {
        for part in replacing(in: member.value, by: other) {
          var copy = object
          copy[member.name] = part
          copies.append(.object(copy))
        }
      }
    case .array(let items):
      for (index, item) in items.enumerated() {
        for part in replacing(in: item, by: other) {
          var copy = items
          copy[index] = part
          copies.append(.array(copy))
        }
      }
    default: break
    }
    return copies
  }

  // MARK: Limits

  struct LimitCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let asked: String
    let ceiling: Double
    let seconds: Double?
    let sentence: String?
  }

  @Test(
    "may ask for less time than the host gives, never for more",
    arguments: [
      LimitCase(
        testDescription: "at the default", asked: "30", ceiling: 30, seconds: 30, sentence: nil),
      LimitCase(
        testDescription: "past the default", asked: "30.001", ceiling: 30, seconds: nil,
        sentence: "30.001 is above the host's ceiling of 30 seconds; ask for 30 or less"),
      LimitCase(
        testDescription: "at a raised ceiling", asked: "60", ceiling: 60, seconds: 60,
        sentence: nil),
      LimitCase(
        testDescription: "past a raised ceiling", asked: "61", ceiling: 60, seconds: nil,
        sentence: "61 is above the host's ceiling of 60 seconds; ask for 60 or less"),
      LimitCase(
        testDescription: "at a lowered ceiling", asked: "2.5", ceiling: 2.5, seconds: 2.5,
        sentence: nil),
      LimitCase(
        testDescription: "past a lowered ceiling, not past the default", asked: "30",
        ceiling: 2.5, seconds: 2.5,
        sentence: "30 seconds lowered to the host's ceiling of 2.5"),
      LimitCase(
        testDescription: "past a lowered ceiling and the default", asked: "31", ceiling: 2.5,
        seconds: nil, sentence: "31 is above the host's ceiling of 30 seconds; ask for 30 or less"),
    ])
  func seconds(_ limit: LimitCase) throws {
    var limits = PluginLimits.default
    limits.invocationSeconds = limit.ceiling
    let manifest =
      RefusalCase.head + RefusalCase.categories + #", "limits": {"seconds": \#(limit.asked)}}"#
    let place = "Plugins/messages/plugin.json: limits.seconds: "
    guard let seconds = limit.seconds else {
      let refusal = #expect(throws: BundleRefusal.self) { try load(manifest, limits: limits) }
      #expect(refusal?.description == place + (limit.sentence ?? ""))
      #expect(refusal?.problems.first?.code == .aboveCeiling)
      return
    }
    let bundle = try load(manifest, limits: limits)
    #expect(bundle.invocationSeconds == seconds)
    #expect(bundle.notes == (limit.sentence.map { [place + $0] } ?? []))
  }

  @Test("is clamped to a lowered memory ceiling, with a note")
  func memory() throws {
    var limits = PluginLimits.default
    limits.memoryBytes = 65_536
    let bundle = try load(
      RefusalCase.head + RefusalCase.categories + #", "limits": {"memoryBytes": 65537}}"#,
      limits: limits)
    #expect(bundle.memoryBytes == 65_536)
    #expect(
      bundle.notes == [
        "Plugins/messages/plugin.json: limits.memoryBytes: 65537 bytes lowered to the host's "
          + "ceiling of 65536"
      ])
  }
}
