public import Notifications

/// A bundle that did not load, with everything that is known to be wrong with it.
///
/// The other bundles of its folder load all the same.
public struct BundleRefusal: Error, Sendable, CustomStringConvertible {
  /// The most problems that `description` spells out.
  private static let spelledOut = 20

  /// The name of the bundle's folder.
  public let folderName: Identifier
  /// What is wrong: at least one problem, the files' before the manifest's.
  public let problems: [BundleProblem]
  /// The version that goes on serving, when the bundle was running and no longer loads.
  public internal(set) var runningVersion: String?

  package init(folderName: Identifier, problems: [BundleProblem]) {
    self.folderName = folderName
    self.problems = problems
  }

  /// One sentence a line.
  public var description: String {
    var lines = problems.prefix(Self.spelledOut).map(\.description)
    if problems.count > Self.spelledOut {
      lines.append("… and \(problems.count - Self.spelledOut) more")
    }
    return lines.joined(separator: "\n")
  }
}
