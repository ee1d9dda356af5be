import ActionPlugins

/// A bundle with its tests.
struct TestSuite: Sendable {
  /// The bundle's folder, as the command line and the folder around it have it.
  let folder: String
  /// Sorted by the bytes of their names.
  let files: [TestFile]
  /// How many files of tests cannot be used.
  let unusable: Int

  var cases: [TestCase] { files.flatMap(\.cases) }
}

/// The bundles that the command line names, with their tests, and what is wrong with some.
struct TestSuites: Sendable {
  /// Sorted by the bytes of their folders, each folder once.
  private(set) var suites: [TestSuite] = []
  /// Files and bundles that cannot be used.
  private(set) var problems: [Diagnostic] = []

  /// Looks for tests: in a folder of bundles, in one bundle, or in one file of a bundle's tests.
  init(paths: [String], in environment: Environment) throws(Diagnostic) {
    var wanted: [Identifier: [String]?] = [:]
    for path in paths {
      if case .file? = try? System.kind(of: path) {
        let folder = Identifier(System.folder(of: System.folder(of: path)))
        // All of a bundle's files are wanted already, or this one is as well.
        if case .some(.some(let files)) = wanted[folder] {
          if !files.contains(where: { Identifier($0) == Identifier(path) }) {
            wanted[folder] = files + [path]
          }
        } else if wanted[folder] == nil {
          wanted[folder] = [path]
        }
        continue
      }
      for folder in try bundles(in: path) { wanted[folder] = .some(nil) }
    }
    for (folder, files) in wanted.sorted(by: { $0.key < $1.key }) {
      add(folder.rawValue, files, in: environment)
    }
  }

  /// The folders of sound bundles; what is wrong with the others is kept.
  private mutating func bundles(in path: String) throws(Diagnostic) -> [Identifier] {
    do throws(BundleFolderError) {
      let candidates = try BundleCandidates(folder: path, limits: .default)
      // Each case has a world of its own bundle only, but an app has them all together.
      for problem in candidates.settled(keeping: []).refusals.flatMap(\.problems) {
        problems.append(Diagnostic(problem))
      }
      return candidates.bundles.map { Identifier($0.folder) }
    } catch {
      throw Diagnostic(code: error.code.rawValue, message: error.description)
    }
  }

  private mutating func add(_ folder: String, _ files: [String]?, in environment: Environment) {
    var read: [TestFile] = []
    var unusable = 0
    for file in files?.sorted(by: { Identifier($0) < Identifier($1) }) ?? found(in: folder) {
      do throws(Diagnostic) {
        read.append(try TestFile(file, in: environment))
      } catch {
        problems.append(error)
        unusable += 1
      }
    }
    suites.append(TestSuite(folder: folder, files: read, unusable: unusable))
  }

  private mutating func found(in folder: String) -> [String] {
    let tests = folder + "/tests"
    do throws(SystemError) {
      return try System.names(in: tests)
        .filter { $0.rawValue.utf8.suffix(5).elementsEqual(".json".utf8) }
        .map { "\(tests)/\($0)" }
    } catch .noSuchFile {
      return []
    } catch {
      problems.append(
        Diagnostic(code: "unreadable", message: "cannot be read: \(error)", file: tests))
      return []
    }
  }
}
