import ActionPlugins

/// Looks at the tests of a bundle without running any.
struct TestCheck {
  private let bundle: PluginBundle
  private let environment: Environment
  private(set) var findings: [Finding] = []
  /// How many files of tests the bundle has.
  private(set) var fileCount = 0

  init(of bundle: PluginBundle, in environment: Environment) {
    self.bundle = bundle
    self.environment = environment
    do throws(SystemError) {
      for path in try TestFile.paths(ofBundle: bundle.folder) { look(at: path) }
    } catch {
      findings.append(
        Finding(.unusableTest, in: "\(bundle.folder)/tests", "cannot be read: \(error)"))
    }
    let allowed = bundle.manifest.allowedRules
    findings.removeAll { allowed.contains(Identifier($0.rule)) }
  }

  private mutating func look(at path: String) {
    fileCount += 1
    do throws(Diagnostic) {
      let file = try TestFile(path, in: environment)
      for testCase in file.cases {
        guard let error = problem(of: testCase) else { continue }
        add(file.input.diagnostic(error, in: file.bytes))
      }
    } catch {
      add(error)
    }
  }

  /// Why a case that can be read cannot be run.
  private func problem(of testCase: TestCase) -> JSONError? {
    if let error = testCase.misnamed(among: bundle.manifest.permissions) { return error }
    do throws(JSONError) {
      _ = try testCase.response.response(now: testCase.given.now) { name in
        bundle.categories.first { $0.identifier == name }
      }
      return nil
    } catch {
      return error
    }
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    findings.append(
      Finding(
        .unusableTest, in: diagnostic.file ?? bundle.folder, line: diagnostic.line,
        column: diagnostic.column, diagnostic.message))
  }
}
