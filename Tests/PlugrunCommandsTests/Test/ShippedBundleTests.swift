import ActionPlugins
import Foundation
import Testing

@testable import PlugrunCommands

/// The bundles in `Plugins` do what their own tests say.
@Suite struct ShippedBundleTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static var bundles: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: package + "/Plugins").sorted()
        .filter { FileManager.default.fileExists(atPath: "\(package)/Plugins/\($0)/plugin.json") }
    }
  }

  @Test(arguments: try bundles)
  func `a shipped bundle passes its tests, in several orders of tables`(
    _ bundle: String
  ) async throws {
    let folder = "\(Self.package)/Plugins/\(bundle)"
    let result = await plugrun(["test", folder, "--orders", "3", "--near-limit", "80"])
    #expect(result.code == .asExpected, "\(result.output)\(result.errors)")
    #expect(result.errors == "")
  }

  @Test(arguments: try bundles)
  func `every action of a shipped bundle has a test`(_ bundle: String) async throws {
    let folder = "\(Self.package)/Plugins/\(bundle)"
    let suites = try TestSuites(paths: [folder], in: environment())
    let tested = Set(
      suites.suites.flatMap(\.cases).map { testCase in
        switch testCase.response {
        case .response(let response): response.actionIdentifier
        case .payload(_, let action, _, _):
          action == "default" ? ActionIdentifier.default : action
        }
      })
    let runtime = try PluginRuntime(
      bundles: .directory(folder), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted))
    for action in runtime.categories.flatMap(\.actions) {
      #expect(tested.contains(action.identifier), "\(action.identifier)")
    }
    #expect(tested.contains(ActionIdentifier.default))
  }

  @Test(arguments: try bundles)
  func `a response that arrives again takes effect once`(_ bundle: String) async throws {
    let runtime = try PluginRuntime(
      bundles: .directory("\(Self.package)/Plugins/\(bundle)"), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted))
    let folder = "\(Self.package)/Examples/responses/\(bundle)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try #require(!files.isEmpty)
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
      let response = try ResponseFile.read(Array(bytes), now: .epoch)
      let first = await runtime.handle(response)
      guard first.kind == .completed else { continue }
      let again = await runtime.handle(response)
      #expect(again.redelivered, "\(file)")
      #expect(again.kind == .completed, "\(file)")
      #expect(again.replies.map(\.id) == first.replies.map(\.id), "\(file)")
    }
  }

  private func environment() -> Environment {
    Environment(
      arguments: [], input: GivenSource(), output: RecordingSink(), errors: RecordingSink(),
      variable: { _ in nil }, now: { .epoch }, uptimeSeconds: { 0 }, setTimeZone: { _ in })
  }
}
