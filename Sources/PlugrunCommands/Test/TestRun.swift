import ActionPlugins

/// Runs one case: a runtime and an empty container of its own, a frozen clock, virtual waits.
struct TestRun: Sendable {
  /// The bundle's folder.
  let folder: String
  let testCase: TestCase
  /// The share of a limit, in percent, above which the case fails.
  var nearLimit: Int?
  /// How many orders of tables it is run with.
  var orders = 1

  /// What came of the case: of the first order of tables with which it fails, else of the first.
  func result() async -> TestResult {
    var first: TestResult?
    for order in 1...max(1, orders) {
      let result = await result(order: order)
      guard result.verdict.isPassed else { return result }
      first = first ?? result
    }
    return first ?? TestResult(testCase: testCase, verdict: .invalid(problem("orders", "none ran")))
  }

  private func result(order: Int) async -> TestResult {
    do throws(Diagnostic) {
      let ending = try await ending(order: order)
      var differences = TestComparison.differences(testCase.expectation, ending)
      if let nearLimit {
        differences += TestComparison.nearLimits(
          ending, testCase.expectation, percent: nearLimit)
      }
      return TestResult(
        testCase: testCase, order: orders > 1 ? order : nil,
        verdict: differences.isEmpty ? .passed(ending) : .failed(ending, differences))
    } catch {
      return TestResult(testCase: testCase, verdict: .invalid(error))
    }
  }

  private func ending(order: Int) async throws(Diagnostic) -> TestEnding {
    let device = TestDevice(testCase.given)
    let runtime = try runtime(device, order: order)
    guard let bundle = runtime.bundles.first else {
      let problem = runtime.refusals.first?.problems.first
      throw problem.map { Diagnostic($0) }
        ?? self.problem("bundles", "the bundle \(folder) does not load")
    }
    let plugin = bundle.identifier
    if let error = testCase.misnamed(among: bundle.manifest.permissions) {
      throw problem(error.code.rawValue, "\(error)")
    }
    let response: NotificationResponse
    do throws(JSONError) {
      response = try testCase.response.response(now: testCase.given.now, in: runtime)
    } catch {
      throw problem(error.code.rawValue, "\(error)")
    }
    do throws(RuntimeError) {
      try testCase.given.functions.register(in: runtime, isVirtual: true)
      try await store(in: runtime, plugin)
      device.begin()
      let outcome = await runtime.handle(response)
      device.end()
      return try await stored(after: outcome, in: runtime, plugin)
    } catch {
      throw problem(error.code.rawValue, error.description)
    }
  }

  private func problem(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: code, message: message, file: testCase.file, line: testCase.line)
  }

  private func runtime(
    _ device: TestDevice, order: Int
  ) throws(Diagnostic) -> PluginRuntime {
    let given = testCase.given
    var configuration = RuntimeConfiguration()
    configuration.now = { given.now }
    configuration.seed = given.seed
    configuration.isVirtualTime = true
    configuration.tableOrder = UInt32(clamping: order)
    do throws(RuntimeError) {
      return try PluginRuntime(
        bundles: .directory(folder), container: .inMemory, device: device,
        replySender: given.replies.map { TestReplySender($0) }, limits: given.limits,
        configuration: configuration)
    } catch {
      throw problem(error.code.rawValue, error.description)
    }
  }

  private func store(
    in runtime: PluginRuntime, _ plugin: Identifier
  ) async throws(RuntimeError) {
    let given = testCase.given
    let container = runtime.container
    var spaces: [(SpaceName, JSONObject)] = [
      (.own(plugin: plugin), given.own), (.protected(plugin: plugin), given.protected),
    ]
    spaces += given.shared.map { (.shared($0.name), $0.values) }
    for (name, values) in spaces {
      let space = container.space(name)
      for member in values { try await space.set(member.name, member.value) }
    }
    for file in given.files {
      try await container.setFile(file.name, Array(file.text.utf8), of: plugin)
    }
  }

  /// The ending with what is stored of all that the case expects something of.
  private func stored(
    after outcome: Outcome, in runtime: PluginRuntime, _ plugin: Identifier
  ) async throws(RuntimeError) -> TestEnding {
    var ending = TestEnding(outcome: outcome)
    let container = runtime.container
    let expected = testCase.expectation.object
    if let storage = expected["storage"] {
      if storage["own"] != nil {
        ending.own = try await content(of: container.space(.own(plugin: plugin)))
      }
      if storage["protected"] != nil {
        ending.protected = try await content(of: container.space(.protected(plugin: plugin)))
      }
      if case .object(let shared)? = storage["shared"] {
        for space in shared {
          ending.shared[space.name] = try await content(of: container.space(.shared(space.name)))
        }
      }
    }
    if expected["files"] != nil {
      for name in try await container.files(of: plugin) {
        let bytes = try await container.file(name, of: plugin) ?? []
        ending.files[name] = .string(String(decoding: bytes, as: UTF8.self))
      }
    }
    return ending
  }

  private func content(of space: StoredSpace) async throws(RuntimeError) -> JSONObject {
    var content = JSONObject()
    for key in try await space.keys() { content[key] = try await space.get(key) }
    return content
  }
}
