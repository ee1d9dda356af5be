import ActionPlugins

/// What the manifest must permit.
extension ScriptCheck {
  /// Notes that a function is used, and reports where the manifest does not permit it.
  mutating func use(
    _ function: APIFunction, _ path: String, _ space: ScriptSpace?, _ id: Int
  ) -> ScriptMeaning {
    let result = ScriptMeaning.function(function, path, space)
    if function.command == .authIsUnlocked || function.command == .authRequire {
      facts.handlesLocked = true
    }
    if case .protected? = space { noteProtectedUse(of: function, id) }
    if case .shared(let name)? = space { checkAccess(of: function, to: name, path, id) }
    guard let permission = function.permission else { return result }
    facts.usedPermissions.insert(permission)
    switch permission {
    // Named by its argument; see the call.
    case .shared: break
    case .protected:
      require(
        around.permissions.protected, "\"storage\": { \"protected\": true }", path, id)
    case .reply: require(around.permissions.reply != .none, "\"reply\": {}", path, id)
    case .files: require(around.permissions.files, "\"files\": true", path, id)
    case .notifications:
      require(around.permissions.notifications, "\"notifications\": true", path, id)
    case .functions:
      if case .host(let name) = function.command { facts.usedFunctions.insert(name) }
    }
    return result
  }

  private mutating func require(_ isPermitted: Bool, _ key: String, _ path: String, _ id: Int) {
    guard !isPermitted else { return }
    report(
      .missingPermission, id,
      "\(path) needs a permission; add \"permissions\": { \(key) } to plugin.json")
  }

  private mutating func noteProtectedUse(of function: APIFunction, _ id: Int) {
    switch function.command {
    case .storageGet, .storageKeys, .storageUpdate, .storageIncrement, .storageSet,
      .storageRemove:
      if facts.protectedRead == nil { facts.protectedRead = chunk.expressions[id].position }
    default: break
    }
  }

  private mutating func checkAccess(
    of function: APIFunction, to space: Identifier?, _ path: String, _ id: Int
  ) {
    guard let space, around.permissions.shared[space] == .read else { return }
    switch function.command {
    case .storageSet, .storageRemove, .storageUpdate, .storageIncrement:
      report(
        .missingPermission, id,
        "\(path): the manifest permits reading only; write \"readWrite\" for "
          + "\(space.rawValue.quotedForMessage) under permissions.storage.shared")
    default: break
    }
  }

  /// `storage.shared(name)`.
  mutating func sharedSpace(_ arguments: [LuaChunk.ExpressionID], _ id: Int) -> ScriptMeaning {
    guard let first = arguments.first, let text = constantText(first) else {
      facts.hasComputedNames = true
      return .space(.shared(nil))
    }
    let name = Identifier(text)
    facts.usedSpaces.insert(name)
    if around.permissions.shared[name] == nil {
      report(
        .missingPermission, first,
        "the manifest does not permit the shared space \(text.quotedForMessage)"
          + name.didYouMean(among: Array(around.permissions.shared.keys))
          + "; add it under permissions.storage.shared in plugin.json")
    }
    return .space(.shared(name))
  }
}
