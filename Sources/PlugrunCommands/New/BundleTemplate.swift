import ActionPlugins

/// The files of a bundle to start from.
struct BundleTemplate: Sendable {
  /// A file with its path in the bundle.
  struct File: Sendable {
    let path: String
    let text: String
  }

  let name: String

  /// Refuses a name that could lead elsewhere, or that another file system would take for another.
  init(name: String) throws(UsageError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw UsageError(
        "a bundle's name is 1 to 64 of a-z, A-Z, 0-9, '_' and '-', not \(name.quotedForMessage)")
    }
    self.name = name
  }

  /// Makes the bundle in a folder, whole or not at all; gives the bundle's own folder.
  func write(into parent: String) throws(Diagnostic) -> String {
    let folder = "\(parent)/\(name)"
    guard !System.isThere(folder) else {
      throw Diagnostic(
        code: "exists", message: "exists already and is left as it is; choose another name",
        file: folder)
    }
    if let taken = taken(in: parent) { throw taken }
    let isNewParent = !System.isThere(parent)
    var made: [String] = []
    do throws(SystemError) {
      try System.makeFolder(parent)
      for part in [folder, "\(folder)/tests"] {
        try System.makeFolder(part)
        made.append(part)
      }
      for file in files {
        try System.writeNewFile("\(folder)/\(file.path)", Array(file.text.utf8))
        made.append("\(folder)/\(file.path)")
      }
    } catch {
      for path in made.reversed() { System.remove(path) }
      if isNewParent { System.remove(parent) }
      throw Diagnostic(
        code: "unwritable", message: "cannot be made: \(error)", file: folder,
        exitCode: .hostFault)
    }
    return folder
  }

  /// Why this bundle and one that is there could not serve together.
  private func taken(in parent: String) -> Diagnostic? {
    // A folder without bundles, or with broken ones, keeps nobody from making another.
    let bundles = (try? BundleCandidates(folder: parent, limits: .default))?.bundles ?? []
    for bundle in bundles {
      let hasCategory = bundle.categories.contains { $0.identifier == Identifier(name) }
      guard hasCategory || bundle.identifier == Identifier(identifier) else { continue }
      return Diagnostic(
        code: "exists",
        message: (hasCategory
          ? "has the category \(name.quotedForMessage)"
          : "is the plugin \(identifier.quotedForMessage)")
          + " already, and only one bundle can; choose another name", file: bundle.folder)
    }
    return nil
  }

  private var identifier: String { "com.example.\(name)" }

  var files: [File] {
    [
      File(path: "plugin.json", text: manifest), File(path: "reply.lua", text: Self.handler),
      File(path: "tests/message.apns", text: payload),
      File(path: "tests/reply.json", text: Self.tests),
    ]
  }

  private var manifest: String {
    """
    {
      "api": 1,
      "identifier": "\(identifier)",
      "version": "1.0.0",
      "categories": [
        {
          "identifier": "\(name)",
          "actions": [
            {
              "identifier": "reply",
              "title": "Reply",
              "textInput": { "buttonTitle": "Send", "placeholder": "Message" },
              "options": ["authenticationRequired"]
            }
          ]
        }
      ],
      "permissions": { "reply": {} }
    }

    """
  }

  private static let handler = """
    -- Runs when somebody picks "Reply" and types a text.
    return function(response)
      local text = response.userText:match("^%s*(.-)%s*$")
      if text == "" then
        -- Nothing to send: the notification stays.
        return "doNotDismiss"
      end

      reply.send { text = text }
      storage.increment("replies")
      log.info("reply staged", { bytes = #text })
      return "dismiss"
    end

    """

  private var payload: String {
    """
    {
      "aps": {
        "alert": { "title": "Anna", "body": "Are you coming?" },
        "category": "\(name)",
        "thread-id": "chat-1"
      }
    }

    """
  }

  private static let tests = """
    [
      {
        "name": "a reply is sent without the spaces around it",
        "response": { "apns": "message.apns", "action": "reply", "text": " On my way " },
        "given": { "replies": "sent", "storage": { "own": { "replies": 1 } } },
        "expect": {
          "outcome": "completed",
          "completion": "dismiss",
          "replies": [{ "to": "chat-1", "text": "On my way", "state": "sent" }],
          "storage": { "own": { "replies": 2 } },
          "log": [{ "level": "info", "contains": "staged" }]
        }
      },
      {
        "name": "without a connection the reply waits",
        "response": { "apns": "message.apns", "action": "reply", "text": "On my way" },
        "given": { "replies": "offline" },
        "expect": {
          "outcome": "completed",
          "replies": [{ "text": "On my way", "state": "queued" }]
        }
      },
      {
        "name": "spaces alone are no reply, and the notification stays",
        "response": { "apns": "message.apns", "action": "reply", "text": "  " },
        "expect": {
          "outcome": "completed",
          "completion": "doNotDismiss",
          "replies": [],
          "storage": { "own": {} }
        }
      },
      {
        "name": "nobody unlocks the device, and nothing takes effect",
        "response": { "apns": "message.apns", "action": "reply", "text": "On my way" },
        "given": { "locked": true, "authenticate": "no" },
        "expect": {
          "outcome": "authenticationRequired",
          "completion": "dismissAndForwardAction",
          "userText": "On my way",
          "replies": [],
          "storage": { "own": {} }
        }
      }
    ]

    """
}
