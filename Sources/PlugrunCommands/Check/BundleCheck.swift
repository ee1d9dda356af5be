import ActionPlugins

/// Looks at one sound bundle: its scripts, and then what they and the manifest say of each other.
struct BundleCheck {
  let bundle: PluginBundle
  /// `plugin.json`, for places in it.
  let document: JSONDocument
  /// The categories of all bundles that are checked.
  let categories: [Identifier]
  var findings: [Finding] = []
  private(set) var facts: [Identifier: ScriptFacts] = [:]
  /// The files that a handler reaches, the handlers included.
  private(set) var reached: Set<Identifier> = []

  var manifest: Manifest { bundle.manifest }
  var manifestFile: String { "\(bundle.folder)/plugin.json" }

  static func findings(
    of bundle: PluginBundle, document: JSONDocument, categories: [Identifier]
  ) -> [Finding] {
    var check = BundleCheck(bundle: bundle, document: document, categories: categories)
    check.run()
    return check.findings
  }

  private init(bundle: PluginBundle, document: JSONDocument, categories: [Identifier]) {
    self.bundle = bundle
    self.document = document
    self.categories = categories
  }

  private mutating func run() {
    var scripts: [CheckedScript] = []
    for script in bundle.scripts {
      let path = "\(bundle.folder)/\(script.file)"
      switch LuaParser.parse(script.bytes) {
      case .success(let chunk):
        scripts.append(CheckedScript(path: path, file: script.file, chunk: chunk))
      case .failure(let error):
        findings.append(
          Finding(
            .syntax, in: path, line: error.position.line, column: error.position.column,
            error.message))
      }
    }
    checkScripts(scripts)
    // What a broken file uses and requires is not known.
    if scripts.count == bundle.scripts.count {
      checkPermissions()
      checkFiles()
    }
    checkCategories()
    checkLocking()
    let allowed = Set(manifest.allowedRules)
    findings.removeAll { allowed.contains(Identifier($0.rule)) }
    checkAllowedRules()
  }

  private mutating func checkScripts(_ scripts: [CheckedScript]) {
    let functions = manifest.permissions.functions.sorted()
    let surroundings = ScriptSurroundings(
      names: KnownNames(APITable(hostFunctions: functions)), permissions: manifest.permissions,
      files: Set(bundle.scripts.map { Identifier($0.file) }),
      assignedGlobals: Set(scripts.flatMap { $0.chunk.assignedGlobals }), categories: categories,
      uses: uses)
    for script in scripts {
      let allowances = Allowances(of: script.chunk)
      let facts = ScriptCheck.facts(of: script, surroundings)
      self.facts[Identifier(script.file)] = facts
      findings += facts.findings.filter { !allowances.silence($0) }
      for (name, position) in allowances.unknown {
        findings.append(
          Finding(
            .unknownRule, in: script.path, line: position.line, column: position.column,
            Self.unknownRule(name)))
      }
    }
    reached = reach(from: bundle.handlerFiles.map { Identifier($0) })
  }

  /// How each handler file is used.
  private var uses: [Identifier: [HandlerUse]] {
    var uses: [Identifier: [HandlerUse]] = [:]
    for category in manifest.categories {
      for (action, file) in zip(category.category.actions, category.handlers) {
        uses[Identifier(file), default: []].append(
          HandlerUse(
            mayOpen: action.options.contains(.foreground), mayRunLocked: !action.needsUnlock,
            takesText: action.textInput != nil))
      }
      if let file = category.defaultHandler {
        uses[Identifier(file), default: []].append(
          HandlerUse(mayOpen: true, mayRunLocked: false, takesText: false))
      }
      if let file = category.dismissHandler {
        uses[Identifier(file), default: []].append(
          HandlerUse(mayOpen: false, mayRunLocked: true, takesText: false))
      }
    }
    return uses
  }

  private func reach(from files: [Identifier]) -> Set<Identifier> {
    var reached: Set<Identifier> = []
    var waiting = files
    while let file = waiting.popLast() {
      guard reached.insert(file).inserted else { continue }
      waiting += facts[file]?.required ?? []
    }
    return reached
  }

  // MARK: Reports

  mutating func report(_ rule: CheckRule, at path: JSONPath, _ message: String) {
    let place = document.position(of: path)
    findings.append(
      Finding(rule, in: manifestFile, line: place?.line, column: place?.column, message))
  }

  private mutating func checkAllowedRules() {
    let path = JSONPath.root.member("check").member("allow")
    for (index, name) in manifest.allowedRules.enumerated()
    where CheckRule(rawValue: name.rawValue) == nil {
      report(.unknownRule, at: path.item(index), Self.unknownRule(name))
    }
  }

  private static func unknownRule(_ name: Identifier) -> String {
    let rules = CheckRule.allCases.map { Identifier($0.rawValue) }
    return "there is no rule \(name.rawValue.quotedForMessage)" + name.didYouMean(among: rules)
  }

  // MARK: Locked devices

  private mutating func checkLocking() {
    for (file, uses) in uses.sorted(by: { $0.key < $1.key })
    where uses.contains(where: \.mayRunLocked) {
      let files = reach(from: [file]).sorted()
      let all = files.compactMap { name in facts[name].map { (name, $0) } }
      guard !all.contains(where: { $0.1.handlesLocked }) else { continue }
      for (name, facts) in all {
        guard let position = facts.protectedRead else { continue }
        findings.append(
          Finding(
            .protectedWhileLocked, in: "\(bundle.folder)/\(name)", line: position.line,
            column: position.column,
            "\(file) may run while the device is locked, and nothing on its way looks for the code "
              + "\"locked\" or asks auth.isUnlocked(); handle it, or give the action "
              + "authenticationRequired"))
      }
    }
  }
}

extension LuaChunk {
  var assignedGlobals: [Identifier] {
    assignments.compactMap { assignment in
      guard case .global(let name) = expressions[assignment.target].kind else { return nil }
      return Identifier(name)
    }
  }
}
