import Testing

@testable import ActionPlugins

@Suite("A manifest is refused with its place and the cure")
struct ManifestRefusalTests {
  @Test(
    "in each way it can be wrong",
    arguments: ManifestRefusals.top + ManifestRefusals.categories + ManifestRefusals.actions)
  func identity(_ refusal: RefusalCase) throws {
    try check(refusal)
  }

  @Test("by its handlers", arguments: ManifestRefusals.handlers)
  func handlers(_ refusal: RefusalCase) throws {
    try check(refusal)
  }

  @Test(
    "by its permissions and limits",
    arguments: ManifestRefusals.permissions + ManifestRefusals.limits)
  func permissions(_ refusal: RefusalCase) throws {
    try check(refusal)
  }

  private func check(_ refusal: RefusalCase) throws {
    let folder = try PluginsFolder()
    try folder.write(refusal.manifest, to: "messages/plugin.json")
    try folder.write(PluginsFolder.soundScript, to: "messages/reply.lua")
    try folder.write(PluginsFolder.soundScript, to: "messages/lib/format.lua")
    let expected = refusal.sentences.map { "Plugins/messages/plugin.json\($0)" }
    #expect(try folder.refusals() == [expected.joined(separator: "\n")])
  }
}
