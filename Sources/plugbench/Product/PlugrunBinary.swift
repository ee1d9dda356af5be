import Foundation

/// The `plugrun` that was built beside this program.
enum PlugrunBinary {
  /// Whichever it is.
  static func built() throws -> String {
    try url(cure: "build it: swift build -c release --product plugrun").path(percentEncoded: false)
  }

  /// One whose Swift libraries are inside it.
  static func `static`() throws -> String {
    let cure = "build it: swift build -c release --static-swift-stdlib --product plugrun"
    let url = try url(cure: cure)
    let bytes = try Data(contentsOf: url, options: .mappedIfSafe)
    guard bytes.range(of: Data("libswiftCore.so".utf8)) == nil else {
      throw Skip(reason: "plugrun is not static; \(cure)")
    }
    return url.path(percentEncoded: false)
  }

  private static func url(cure: String) throws -> URL {
    guard let own = Bundle.main.executableURL else { throw Skip(reason: "no path to plugrun") }
    let url = own.deletingLastPathComponent().appending(path: "plugrun")
    guard FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false)) else {
      throw Skip(reason: "there is no plugrun beside plugbench; \(cure)")
    }
    return url
  }
}
