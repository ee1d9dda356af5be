/// Every way in which a manifest is wrong, with the exact sentence that says so.
enum ManifestRefusals {
  static let top: [RefusalCase] = [
    RefusalCase(
      "empty file", manifest: "",
      #":1:1: the text is empty; a JSON value was expected"#),
    RefusalCase(
      "broken JSON", manifest: "{\"api\": 1,\n  \"identifier\": }",
      #":2:17: unexpected character '}' where a value was expected"#),
    RefusalCase(
      "a trailing comma", manifest: "{\"api\": 1,\n}",
      #":1:10: a comma stands before the closing bracket; remove it"#),
    RefusalCase(
      "a comment", manifest: "{\n  // the version\n  \"api\": 1}",
      #":2:3: JSON has no comments; remove it"#),
    RefusalCase(
      "a name twice", manifest: "{\"api\": 1,\n \"version\": \"1\", \"api\": 1}",
      #":2:18: "api" occurs twice in this object; remove one"#),
    RefusalCase(
      "binary", manifest: "\u{1}\u{2}PK",
      #":1:1: unexpected control character U+0001 where a value was expected"#),
    RefusalCase(
      "a byte-order mark", manifest: "\u{FEFF}{}",
      #":1:1: starts with a byte-order mark; save it as UTF-8 without one"#),
    RefusalCase(
      "nested too deep", manifest: String(repeating: "[", count: 100),
      #":1:65: arrays and objects are nested deeper than 64 levels; flatten them"#),
    RefusalCase(
      "an array", manifest: "[]",
      #": must be an object, is an array"#),
    RefusalCase(
      "no api", manifest: #"{"identifier": "a", "version": "1", \#(RefusalCase.categories)}"#,
      #": api: required; add "api": 1"#),
    RefusalCase(
      "a newer api", manifest: #"{"api": 2, "actionTable": {}}"#,
      #": api: 2 needs a newer runtime; this one serves 1: update the app, or write the "#
        + #"bundle for 1"#),
    RefusalCase(
      "api as text",
      manifest: #"{"api": "1", "identifier": "a", "version": "1", \#(RefusalCase.categories)}"#,
      #": api: must be the integer 1, the version that this runtime serves"#
    ),
    RefusalCase(
      "api 0",
      manifest: #"{"api": 0, "identifier": "a", "version": "1", \#(RefusalCase.categories)}"#,
      #": api: must be the integer 1, the version that this runtime serves"#),
    RefusalCase(
      "an unknown name", members: RefusalCase.categories + #", "permisions": {}"#,
      #": permisions: unknown key "permisions"; did you mean "permissions"?"#),
    RefusalCase(
      "a far-off name", members: RefusalCase.categories + #", "author": "me""#,
      #": author: unknown key "author"; known here: "api", "categories", "check", "#
        + #""identifier", "limits", "permissions", "version""#),
    RefusalCase(
      "no identifier and no version", manifest: #"{"api": 1, \#(RefusalCase.categories)}"#,
      #": identifier: "identifier" is required; add it"#,
      #": version: "version" is required; add it"#),
    RefusalCase(
      "an empty identifier",
      manifest: #"{"api": 1, "identifier": "", "version": "1", \#(RefusalCase.categories)}"#,
      #": identifier: must not be empty; write one such as "com.example.messages""#),
    RefusalCase(
      "a version as a number",
      manifest: #"{"api": 1, "identifier": "a", "version": 1.5, \#(RefusalCase.categories)}"#,
      #": version: must be a string, is a float"#),
  ]

  static let categories: [RefusalCase] = [
    RefusalCase(
      "no categories", members: #""limits": {}"#,
      #": categories: "categories" is required; add it"#),
    RefusalCase(
      "categories that are an object", members: #""categories": {}"#,
      #": categories: must be an array, is an object"#),
    RefusalCase(
      "no category at all", members: #""categories": []"#,
      #": categories: must hold at least one category; without one nothing is routed"#),
    RefusalCase(
      "a category that is text", members: #""categories": ["message"]"#,
      #": categories[0]: must be an object, is a string"#),
    RefusalCase(
      "a category without identifier", category: #""actions": []"#,
      #": categories[0].identifier: "identifier" is required; add it"#),
    RefusalCase(
      "a category with an empty identifier", category: #""identifier": """#,
      #": categories[0].identifier: a category's identifier must not be empty"#),
    RefusalCase(
      "an unknown name in a category", category: #""identifier": "message", "acitons": []"#,
      #": categories[0].acitons: unknown key "acitons"; did you mean "actions"?"#),
    RefusalCase(
      "a category twice",
      members: #""categories": [{"identifier": "message"}, {"identifier": "message"}]"#,
      #": categories[1].identifier: "message" is already the category at categories[0]; "#
        + #"rename one"#),
    RefusalCase(
      "an unknown category option",
      category: #""identifier": "message", "options": ["allowInCarPlay", "customDismiss"]"#,
      #": categories[0].options[1]: unknown option "customDismiss"; known are "#
        + #""customDismissAction", "allowInCarPlay", "hiddenPreviewsShowTitle", "#
        + #""hiddenPreviewsShowSubtitle", "allowAnnouncement""#),
    RefusalCase(
      "a placeholder that is a number",
      category: #""identifier": "message", "hiddenPreviewsBodyPlaceholder": 3"#,
      #": categories[0].hiddenPreviewsBodyPlaceholder: must be a string or a map of "#
        + #"languages, is an integer"#),
    RefusalCase(
      "an intent that is no text",
      category: #""identifier": "message", "intentIdentifiers": [1]"#,
      #": categories[0].intentIdentifiers[0]: must be a string, is an integer"#),
    RefusalCase(
      "eleven actions",
      category: #""identifier": "message", "actions": [\#(elevenActions)]"#,
      #": categories[0].actions: category "message" has 11 actions; at most 10 can be "#
        + #"shown: remove some"#),
  ]

  static let actions: [RefusalCase] = [
    RefusalCase(
      "a misspelt name", action: #""identifier": "reply", "title": "Reply", "optoins": []"#,
      #": categories[0].actions[0].optoins: unknown key "optoins"; did you mean "#
        + #""options"?"#),
    RefusalCase(
      "no identifier", action: #""title": "Reply""#,
      #": categories[0].actions[0].identifier: "identifier" is required; add it"#),
    RefusalCase(
      "an empty action identifier", action: #""identifier": "", "title": "Reply""#,
      #": categories[0].actions[0].identifier: an action's identifier must not be empty"#),
    RefusalCase(
      "no title", action: #""identifier": "reply""#,
      #": categories[0].actions[0].title: "title" is required; add it"#),
    RefusalCase(
      "an empty title", action: #""identifier": "reply", "title": """#,
      #": categories[0].actions[0].title: an action's title must not be empty"#),
    RefusalCase(
      "a title without languages", action: #""identifier": "reply", "title": {}"#,
      #": categories[0].actions[0].title: a map of languages needs at least one entry, "#
        + #"such as "en""#),
    RefusalCase(
      "an empty title in one language",
      action: #""identifier": "reply", "title": {"en": "Reply", "de": ""}"#,
      #": categories[0].actions[0].title: an action's title must not be empty"#),
    RefusalCase(
      "a title that is a number", action: #""identifier": "reply", "title": 1"#,
      #": categories[0].actions[0].title: must be a string or a map of languages, is an "#
        + #"integer"#),
    RefusalCase(
      "a title that is a number in one language",
      action: #""identifier": "reply", "title": {"en": "Reply", "de": 1}"#,
      #": categories[0].actions[0].title.de: must be a string, is an integer"#),
    RefusalCase(
      "an unknown option",
      action: #""identifier": "reply", "title": "Reply", "options": ["forground"]"#,
      #": categories[0].actions[0].options[0]: unknown option "forground"; did you mean "#
        + #""foreground"?"#),
    RefusalCase(
      "text input that is true",
      action: #""identifier": "reply", "title": "Reply", "textInput": true"#,
      #": categories[0].actions[0].textInput: must be an object, is a boolean"#),
    RefusalCase(
      "a misspelt name in text input",
      action: #""identifier": "reply", "title": "Reply", "textInput": {"placeholdr": "Message"}"#,
      #": categories[0].actions[0].textInput.placeholdr: unknown key "placeholdr"; did "#
        + #"you mean "placeholder"?"#),
    RefusalCase(
      "the system's default action",
      action: #""identifier": "com.apple.UNNotificationDefaultActionIdentifier", "title": "Open""#,
      #": categories[0].actions[0].identifier: "#
        + #""com.apple.UNNotificationDefaultActionIdentifier" is kept for the system; "#
        + #"handle it with the category's defaultHandler"#),
    RefusalCase(
      "the system's dismiss action",
      action: #""identifier": "com.apple.UNNotificationDismissActionIdentifier", "title": "No""#,
      #": categories[0].actions[0].identifier: "#
        + #""com.apple.UNNotificationDismissActionIdentifier" is kept for the system; "#
        + #"handle it with the category's dismissHandler"#),
    RefusalCase(
      "an action twice",
      action: """
        "identifier": "reply", "title": "Reply"}, {"identifier": "reply", "title": "Again"
        """,
      #": categories[0].actions[1].identifier: "reply" is already the action at "#
        + #"categories[0].actions[0]; rename one"#),
    RefusalCase(
      "several problems, each with its place",
      category: """
        "identifier": "message", "actions": [{"identifier": "reply"}, \
        {"identifier": "reply", "title": "Reply", "handler": "../reply.lua"}], \
        "dismissHandler": "gone.lua"
        """,
      #": categories[0].actions[0].title: "title" is required; add it"#,
      #": categories[0].actions[1].handler: "../reply.lua" leaves the bundle; name a "#
        + #"file of the bundle, from its folder on, such as "reply.lua""#,
      #": categories[0].dismissHandler: the bundle has no file "gone.lua"; create it, "#
        + #"or name another"#),
  ]

  static let handlers: [RefusalCase] = [
    RefusalCase(
      "no default file", action: #""identifier": "delete", "title": "Delete""#,
      #": categories[0].actions[0]: the bundle has no file "delete.lua", which handles "#
        + #"this action by default; create it, or add "handler""#),
    RefusalCase(
      "a near default file", action: #""identifier": "Reply", "title": "Reply""#,
      #": categories[0].actions[0]: the bundle has no file "Reply.lua", which handles "#
        + #"this action by default; create it, or add "handler": "reply.lua""#),
    RefusalCase(
      "an identifier that makes no file name",
      action: #""identifier": "mark/read", "title": "Read""#,
      #": categories[0].actions[0].handler: required here, because the identifier "#
        + #""mark/read" does not make a file name; add it, such as "handler": "reply.lua""#),
    RefusalCase(
      "an identifier that makes a hidden file", action: #""identifier": ".r", "title": "R""#,
      #": categories[0].actions[0].handler: required here, because the identifier ".r" "#
        + #"does not make a file name; add it, such as "handler": "reply.lua""#),
    handler(
      "nothing near", #""gone/away.lua""#,
      #": categories[0].actions[0].handler: the bundle has no file "gone/away.lua"; "#
        + #"create it, or name another"#),
    handler(
      "a file that is alike at its end only", #""ropro.lua""#,
      #": categories[0].actions[0].handler: the bundle has no file "ropro.lua"; "#
        + #"create it, or name another"#),
    handler(
      "a near file", #""lib/fromat.lua""#,
      #": categories[0].actions[0].handler: the bundle has no file "lib/fromat.lua"; "#
        + #"did you mean "lib/format.lua"?"#),
    handler(
      "empty", #""""#,
      #": categories[0].actions[0].handler: must not be empty; name a Lua file such as "#
        + #""reply.lua""#),
    handler(
      "a number", "1",
      #": categories[0].actions[0].handler: must be a string, is an integer"#),
    handler(
      "absolute", #""/etc/reply.lua""#,
      #": categories[0].actions[0].handler: "/etc/reply.lua" is an absolute path; name "#
        + #"a file of the bundle, from its folder on, such as "reply.lua""#),
    handler(
      "the folder above", #""../reply.lua""#,
      #": categories[0].actions[0].handler: "../reply.lua" leaves the bundle; name a "#
        + #"file of the bundle, from its folder on, such as "reply.lua""#),
    handler(
      "the folder above, later", #""lib/../../reply.lua""#,
      #": categories[0].actions[0].handler: "lib/../../reply.lua" leaves the bundle; "#
        + #"name a file of the bundle, from its folder on, such as "reply.lua""#),
    handler(
      "this folder", #""./reply.lua""#,
      #": categories[0].actions[0].handler: "./reply.lua" has parts that lead nowhere; "#
        + #"write "reply.lua""#),
    handler(
      "an empty part", #""lib//format.lua""#,
      #": categories[0].actions[0].handler: "lib//format.lua" has parts that lead "#
        + #"nowhere; write "lib/format.lua""#),
    handler(
      "hidden", #""lib/.format.lua""#,
      #": categories[0].actions[0].handler: "lib/.format.lua" is hidden, and hidden "#
        + #"files are not part of a bundle; rename it"#),
    handler(
      "no Lua file", #""reply""#,
      #": categories[0].actions[0].handler: "reply" is not a Lua file; its name must "#
        + #"end in .lua"#),
    handler(
      "with a line feed and a change of direction", #""a\n\u202Eb.lua""#,
      #": categories[0].actions[0].handler: the bundle has no file "#
        + #""a\u{A}\u{202E}b.lua"; create it, or name another"#),
    RefusalCase(
      "no file for opening", category: #""identifier": "message", "defaultHandler": "replyy.lua""#,
      #": categories[0].defaultHandler: the bundle has no file "replyy.lua"; did you "#
        + #"mean "reply.lua"?"#),
    RefusalCase(
      "no file for dismissing", category: #""identifier": "message", "dismissHandler": "gone.lua""#,
      #": categories[0].dismissHandler: the bundle has no file "gone.lua"; create it, "#
        + #"or name another"#),
  ]

  static let permissions: [RefusalCase] = [
    RefusalCase(
      "an unknown permission", permissions: #"{"file": true}"#,
      #": permissions.file: unknown key "file"; did you mean "files"?"#),
    RefusalCase(
      "permissions that are a list", permissions: #"["files"]"#,
      #": permissions: must be an object, is an array"#),
    RefusalCase(
      "files that is text", permissions: #"{"files": "yes"}"#,
      #": permissions.files: must be true or false, is a string"#),
    RefusalCase(
      "notifications that is 1", permissions: #"{"notifications": 1}"#,
      #": permissions.notifications: must be true or false, is an integer"#),
    RefusalCase(
      "an unknown kind of storage", permissions: #"{"storage": {"share": {}}}"#,
      #": permissions.storage.share: unknown key "share"; did you mean "shared"?"#),
    RefusalCase(
      "protected that is text", permissions: #"{"storage": {"protected": ""}}"#,
      #": permissions.storage.protected: must be true or false, is a string"#),
    RefusalCase(
      "an unknown access", permissions: #"{"storage": {"shared": {"unread": "write"}}}"#,
      #": permissions.storage.shared.unread: unknown access "write"; write "read" or "#
        + #""readWrite""#),
    RefusalCase(
      "an access that is true", permissions: #"{"storage": {"shared": {"my.space": true}}}"#,
      #": permissions.storage.shared["my.space"]: must be "read" or "readWrite", is a "#
        + #"boolean"#),
    RefusalCase(
      "a space without name", permissions: #"{"storage": {"shared": {"": "read"}}}"#,
      #": permissions.storage.shared[""]: a shared space's name must not be empty"#),
    RefusalCase(
      "reply that is true", permissions: #"{"reply": true}"#,
      #": permissions.reply: must be an object such as {"to": ["support"]}, is a boolean"#),
    RefusalCase(
      "an unknown name in reply", permissions: #"{"reply": {"too": []}}"#,
      #": permissions.reply.too: unknown key "too"; did you mean "to"?"#),
    RefusalCase(
      "an empty recipient", permissions: #"{"reply": {"to": ["a", ""]}}"#,
      #": permissions.reply.to[1]: must not be empty"#),
    RefusalCase(
      "a recipient that is no text", permissions: #"{"reply": {"to": [1]}}"#,
      #": permissions.reply.to[0]: must be a string, is an integer"#),
    RefusalCase(
      "a function of no name", permissions: #"{"functions": [""]}"#,
      #": permissions.functions[0]: "" cannot name a host function; write Lua names "#
        + #"joined by dots, such as "crm.lookup""#),
    RefusalCase(
      "a function with a space", permissions: #"{"functions": ["crm lookup"]}"#,
      #": permissions.functions[0]: "crm lookup" cannot name a host function; write Lua "#
        + #"names joined by dots, such as "crm.lookup""#),
    RefusalCase(
      "a function with an empty part", permissions: #"{"functions": ["crm."]}"#,
      #": permissions.functions[0]: "crm." cannot name a host function; write Lua names "#
        + #"joined by dots, such as "crm.lookup""#),
    RefusalCase(
      "a function that is a table too",
      permissions: #"{"functions": ["crm.a.b", "crm", "crm.a"]}"#,
      #": permissions.functions[0]: "crm.a.b" needs "crm" to be a table, but that is listed "#
        + #"as a function; remove one"#,
      #": permissions.functions[2]: "crm.a" needs "crm" to be a table, but that is listed "#
        + #"as a function; remove one"#),
  ]

  static let limits: [RefusalCase] = [
    RefusalCase(
      "an unknown limit", limits: #"{"second": 1}"#,
      #": limits.second: unknown key "second"; did you mean "seconds"?"#),
    RefusalCase(
      "seconds that are text", limits: #"{"seconds": "10"}"#,
      #": limits.seconds: must be a number, is a string"#),
    RefusalCase(
      "no seconds", limits: #"{"seconds": 0}"#,
      #": limits.seconds: must be above 0 seconds"#),
    RefusalCase(
      "negative seconds", limits: #"{"seconds": -1.5}"#,
      #": limits.seconds: must be above 0 seconds"#),
    RefusalCase(
      "seconds above the ceiling", limits: #"{"seconds": 30.5}"#,
      #": limits.seconds: 30.5 is above the host's ceiling of 30 seconds; ask for 30 or "#
        + #"less"#),
    RefusalCase(
      "memory that is a fraction", limits: #"{"memoryBytes": 0.5}"#,
      #": limits.memoryBytes: must be an integer, is a float"#),
    RefusalCase(
      "no memory", limits: #"{"memoryBytes": 0}"#,
      #": limits.memoryBytes: must be above 0 bytes"#),
    RefusalCase(
      "memory above the ceiling", limits: #"{"memoryBytes": 8388609}"#,
      #": limits.memoryBytes: 8388609 is above the host's ceiling of 8388608 bytes; ask "#
        + #"for 8388608 or less"#),
  ]

  private static func handler(
    _ name: String, _ value: String, _ sentence: String
  ) -> RefusalCase {
    RefusalCase(
      name, action: #""identifier": "reply", "title": "Reply", "handler": \#(value)"#, sentence)
  }

  private static let elevenActions = (1...11).map { index in
    #"{"identifier": "a\#(index)", "title": "A", "handler": "reply.lua"}"#
  }.joined(separator: ", ")
}
