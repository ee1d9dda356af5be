import ActionPlugins

extension Reply {
  /// A reply with a text that no error may repeat.
  static func sample(key: String = "k-1", text: String? = "Γεια, secret 👩‍👩‍👧") -> Reply {
    Reply(
      id: "r-1", key: key, to: "chat_1", text: text, userInfo: ["n": 1, "f": 1.0],
      plugin: "com.example.messages",
      notification: Source(
        identifier: "m-1", date: Timestamp(wholeSeconds: 1_767_268_800), category: "message",
        thread: "chat_1"),
      attempt: 1)
  }
}
