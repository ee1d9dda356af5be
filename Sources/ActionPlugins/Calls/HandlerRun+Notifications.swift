import LuaSandbox

/// `notifications`: local notifications, their removal, the badge.
extension HandlerRun {
  func notificationsPost(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    try permit(context.permissions.notifications, "\"notifications\": true", arguments)
    let fields = try arguments.fields(0)
    let title = try fields.string("title") ?? ""
    let body = try fields.string("body") ?? ""
    guard !title.isEmpty || !body.isEmpty else {
      throw CallFailure("\(arguments.path): a notification needs a title or a body; give one")
    }
    let identifier = try fields.string("identifier")
    let category = try fields.string("category")
    let texts = [
      ("title", title), ("body", body), ("identifier", identifier), ("category", category),
    ]
    guard identifier?.isEmpty != true else {
      throw CallFailure(
        "\(arguments.path): notification.identifier is empty; give it at least one byte, or none")
    }
    for (name, text) in texts {
      try check(
        text: text, "notification.\(name)", limit: context.limits.textBytes, arguments)
    }
    let after = try fields.number("after") ?? 0
    guard after >= 0, after <= Self.longestWaitSeconds else {
      throw CallFailure(
        "\(arguments.path): notification.after must be from 0 to \(Int(Self.longestWaitSeconds))"
          + " seconds (one year)")
    }
    let userInfo = try fields.object("userInfo") ?? JSONObject()
    try check(
      size: .object(userInfo), "notification.userInfo", cure: "give less", arguments)
    let id = try stage(arguments) { number in
      let name = identifier ?? "\(self.claim.invocationID)-\(number)"
      return .post(
        LocalNotification(
          identifier: Identifier(name), title: title, body: body,
          category: category.map { Identifier($0) }, userInfo: userInfo, after: after))
    }
    return .values([.value(.string(identifier ?? id))])
  }

  func notificationsRemove(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    try permit(context.permissions.notifications, "\"notifications\": true", arguments)
    let identifier = try arguments.string(0)
    guard !identifier.isEmpty else {
      throw CallFailure("\(arguments.path): the identifier is empty; give it at least one byte")
    }
    try check(text: identifier, "identifier", limit: context.limits.textBytes, arguments)
    try stage(arguments) { _ in .remove(identifier: Identifier(identifier)) }
    return .values([])
  }

  func notificationsSetBadge(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    try permit(context.permissions.notifications, "\"notifications\": true", arguments)
    let number = try arguments.integer(0)
    guard number >= 0, number <= Int64(Int32.max) else {
      throw CallFailure("\(arguments.path): the badge must be from 0 to \(Int32.max)")
    }
    try stage(arguments) { _ in .badge(Int(number)) }
    return .values([])
  }

  /// One year.
  private static let longestWaitSeconds: Double = 366 * 24 * 3600

  @discardableResult
  private func stage(
    _ arguments: APIArguments, _ change: (_ number: Int) -> NotificationChange
  ) throws(CallFailure) -> String {
    let limit = context.limits.notifications
    let id: String? = state.withLock { state in
      let index = state.effects.notifications.count
      guard index < limit else { return nil }
      state.effects.append(
        StagedNotification(change(index), at: index, of: claim.invocationID))
      return "\(claim.invocationID)-\(index)"
    }
    guard let id else {
      throw CallFailure(
        "\(arguments.path): this invocation has \(limit) notifications already, the limit is"
          + " \(limit) notifications; post fewer")
    }
    return id
  }
}
