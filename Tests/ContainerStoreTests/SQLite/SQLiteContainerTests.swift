import ContainerStore
import Testing

@Suite("The SQLite container")
struct SQLiteContainerTests {
  /// The two views of each fact have connections of their own, as two processes would.
  @Test("keeps every promise of a container", arguments: ContainerFact.all)
  func conforms(_ fact: ContainerFact) throws {
    let folder = try TemporaryFolder()
    try fact.check { environment, limits, retries in
      var options = SQLiteContainer.Options()
      options.limits = limits
      options.retries = retries
      return try SQLiteContainer(folder: folder.path, options: options, environment: environment)
    }
  }
}
