import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("A function of the API")
  struct CoverageTests {
    private static let answered =
      (StorageTests.answers + StorageTests.locked + StoredValueTests.copies + FilesTests.answers
      + JSONCallTests.answers + SurroundingsTests.answers).map(\.lines)
      + LogCallTests.lines.map(\.call)

    private static let raised =
      (StorageMistakeTests.keys + StorageMistakeTests.values + StorageMistakeTests.spaces
      + FilesTests.mistakes + ReplyTests.mistakes + NotificationCallTests.mistakes
      + LogCallTests.mistakes + JSONCallTests.mistakes + SurroundingsTests.mistakes
      + PermissionTests.cases).map(\.call)

    /// Functions whose work is seen by the host alone; their tests stand beside the tables.
    private static let seenByHost = ["reply.", "notifications."]

    @Test("is called in a table of this suite, rightly and, where it takes something, wrongly")
    func complete() {
      for function in APITable().functions {
        let path = function.path
        if !Self.seenByHost.contains(where: { path.hasPrefix($0) }) {
          #expect(Self.answered.contains { $0.contains(path) }, "\(path) is never called")
        }
        let takesAnything = function.parameters.allSatisfy { parameter in
          switch parameter.type {
          case .any, .rendered, .renderedValues: true
          default: false
          }
        }
        if !takesAnything {
          #expect(Self.raised.contains { $0.contains(path) }, "\(path) is never called wrongly")
        }
      }
    }
  }
}
