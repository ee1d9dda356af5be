import Foundation

/// A folder of a test's own, removed with the object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("container-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    // A test that fails to clean up has already said what it had to say.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The bytes of all files together.
  func contents() throws -> Data {
    var data = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
      data.append(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }
    return data
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
