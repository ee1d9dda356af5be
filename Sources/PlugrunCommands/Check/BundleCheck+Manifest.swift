import ActionPlugins

/// What a manifest says that its scripts do not bear out, or that people will not expect.
extension BundleCheck {
  // MARK: Permissions

  mutating func checkPermissions() {
    let all = facts.values
    // A name that only runs tell may be any of them.
    guard !all.contains(where: \.hasComputedNames) else { return }
    let used = all.reduce(into: Set<APIPermission>()) { $0.formUnion($1.usedPermissions) }
    let path = JSONPath.root.member("permissions")
    let permissions = manifest.permissions
    let simple: [(APIPermission, Bool, JSONPath)] = [
      (.protected, permissions.protected, path.member("storage").member("protected")),
      (.reply, permissions.reply != .none, path.member("reply")),
      (.files, permissions.files, path.member("files")),
      (.notifications, permissions.notifications, path.member("notifications")),
    ]
    for (permission, isGiven, path) in simple where isGiven && !used.contains(permission) {
      report(.unusedPermission, at: path, Self.unused)
    }
    let spaces = all.reduce(into: Set<Identifier>()) { $0.formUnion($1.usedSpaces) }
    for space in permissions.shared.keys.sorted() where !spaces.contains(space) {
      report(
        .unusedPermission, at: path.member("storage").member("shared").member(space.rawValue),
        "no script uses the shared space \(space.rawValue.quotedForMessage); remove it")
    }
    let functions = all.reduce(into: Set<Identifier>()) { $0.formUnion($1.usedFunctions) }
    for name in permissions.functions.sorted() where !functions.contains(name) {
      let list = path.member("functions")
      let index = document.index(of: name, in: list)
      report(
        .unusedPermission, at: index.map { list.item($0) } ?? list,
        "no script calls host.\(name); remove it")
    }
  }

  private static let unused = "no script uses what this permits; remove it"

  // MARK: Files

  mutating func checkFiles() {
    guard !facts.values.contains(where: \.requiresComputedNames) else { return }
    for script in bundle.scripts where !reached.contains(Identifier(script.file)) {
      findings.append(
        Finding(
          .unroutedFile, in: "\(bundle.folder)/\(script.file)", line: 1, column: 1,
          "no action is handled by this file, and no file that is requires it; name it as a "
            + "handler, require it, or remove it"))
    }
  }

  // MARK: Categories

  mutating func checkCategories() {
    for (index, category) in manifest.categories.enumerated() {
      let path = JSONPath.root.member("categories").item(index)
      if category.dismissHandler != nil,
        !category.category.options.contains(.customDismissAction)
      {
        report(
          .dismissWithoutOption, at: path.member("dismissHandler"),
          "the system tells of a dismissal only with the category's option "
            + "\"customDismissAction\"; add it, or remove the handler")
      }
      let actions = category.category.actions
      let opener = actions.prefix(Self.shownActions).first(where: \.isOpener)
      for (index, action) in actions.enumerated() {
        let place = path.member("actions").item(index)
        checkTextInput(of: action, at: place)
        if index >= Self.shownActions { checkHidden(action, behind: opener, at: place) }
      }
    }
  }

  /// Where room is limited only this many actions show.
  private static let shownActions = 2

  private mutating func checkTextInput(of action: NotificationAction, at path: JSONPath) {
    guard action.textInput != nil, action.options.contains(.foreground) else { return }
    report(
      .textInputForeground, at: path.member("options"),
      "the text is typed into the notification, and then the app opens all the same; remove "
        + "\"foreground\", or the text input")
  }

  /// - Parameter opener: The first of the shown actions that does no more than to open the app.
  private mutating func checkHidden(
    _ action: NotificationAction, behind opener: NotificationAction?, at path: JSONPath
  ) {
    let start =
      "where room is limited only the first \(Self.shownActions) actions show, and this one "
    if action.textInput != nil {
      report(
        .hiddenAction, at: path, start + "takes text; move it to the front, or allow the rule")
    } else if let opener, let weight = action.weight {
      report(
        .hiddenAction, at: path,
        start + "\(weight), while \(opener.identifier.rawValue.quotedForMessage) only opens the "
          + "app, as a tap on the notification does; exchange them, or allow the rule")
    }
  }
}

extension NotificationAction {
  /// Whether it brings the app to the front and takes nothing along.
  fileprivate var isOpener: Bool { options.contains(.foreground) && textInput == nil }

  /// What makes it one that a person should find at once; `nil` where nothing does.
  fileprivate var weight: String? {
    if options.contains(.foreground) { return nil }
    if options.contains(.destructive) { return "destroys something" }
    return options.contains(.authenticationRequired) ? "needs authentication" : nil
  }
}
