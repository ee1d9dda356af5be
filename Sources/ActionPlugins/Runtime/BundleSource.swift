/// Where a runtime finds its bundles.
public struct BundleSource: Sendable, Hashable {
  let folder: String

  /// A folder of bundles, or a folder that is one bundle.
  public static func directory(_ path: String) -> BundleSource {
    BundleSource(folder: path)
  }
}
