import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("A limit")
  struct LimitTests {
    static let cases =
      LimitTable.invocation + LimitTable.bundle + LimitTable.response + LimitTable.values
      + LimitTable.staged

    @Test("accepts what is at it", arguments: cases)
    func accepts(_ limit: LimitCase) async throws {
      let said = try await limit.attempt(.at)
      #expect(said == nil)
    }

    @Test("refuses what is one past it, with its value and unit", arguments: cases)
    func refuses(_ limit: LimitCase) async throws {
      let said = try await limit.attempt(.past)
      #expect(said == limit.sentence)
    }

    @Test("has a case above, whichever it is")
    func complete() {
      let properties = Mirror(reflecting: PluginLimits.default).children.compactMap(\.label)
      #expect(properties.count > 20)
      let tried = Set(Self.cases.map(\.limit))
      #expect(properties.filter { !tried.contains($0) } == [])
      #expect(tried.subtracting(properties) == [])
    }

    @Test("has the default that is promised")
    func defaults() {
      let limits = PluginLimits.default
      #expect(limits.invocationSeconds == 30)
      #expect(limits.memoryBytes == 8_388_608)
      #expect(limits.reruns == 8)
      #expect(limits.authenticationSeconds == 60)
      #expect(limits.scriptBytes == 65_536)
      #expect(limits.bundleScriptBytes == 1_048_576)
      #expect(limits.loadSeconds == 1)
      #expect(limits.responseBytes == 262_144)
      #expect(limits.responseDepth == 64)
      #expect(limits.valueBytes == 65_536)
      #expect(limits.valueDepth == 32)
      #expect(limits.keyBytes == 256)
      #expect(limits.spaceBytes == 1_048_576)
      #expect(limits.fileBytes == 1_048_576)
      #expect(limits.pluginFileBytes == 10_485_760)
      #expect(limits.replies == 16)
      #expect(limits.notifications == 16)
      #expect(limits.textBytes == 16_384)
      #expect(limits.logLines == 200)
      #expect(limits.logLineBytes == 2_048)
    }
  }
}
