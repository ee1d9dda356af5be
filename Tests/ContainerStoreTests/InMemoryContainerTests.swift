import ContainerStore
import Testing

@Suite("The in-memory container")
struct InMemoryContainerTests {
  @Test("keeps every promise of a container", arguments: ContainerFact.all)
  func conforms(_ fact: ContainerFact) throws {
    var made: (any Container)?
    try fact.check { environment, limits, retries in
      let container =
        made ?? InMemoryContainer(environment: environment, limits: limits, retries: retries)
      made = container
      return container
    }
  }

  @Test("the facts have different names")
  func factsAreTold() {
    #expect(Set(ContainerFact.all.map(\.name)).count == ContainerFact.all.count)
  }
}
