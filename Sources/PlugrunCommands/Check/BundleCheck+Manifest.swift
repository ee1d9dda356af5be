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
      for (index, action) in category.category.actions.enumerated() {
        check(action, at: path.member("actions").item(index), index: index)
      }
    }
  }

  /// Where room is limited only this many actions show.
  private static let shownActions = 2

  private mutating func check(_ action: NotificationAction, at path: JSONPath, index: Int) {
    guard action.textInput != nil else { return }
    if action.options.contains(.foreground) {
      report(
        .textInputForeground, at: path.member("options"),
        "the text is typed into the notification, and then the app opens all the same; remove "
          + "\"foreground\", or the text input")
    }
    if index >= Self.shownActions {
      report(
        .hiddenAction, at: path,
        "where room is limited only the first \(Self.shownActions) actions show, and this one takes "
          + "text; move it to the front, or allow the rule")
    }
  }
}
