extension InMemoryContainer {
  package func steps(of claim: Claim) throws(ContainerError) -> [RecordedStep] {
    state.withLock { state in
      (state.inbox[claim.key]?.steps.values).map { $0.sorted { $0.ordinal < $1.ordinal } } ?? []
    }
  }

  package func record(_ step: RecordedStep, claim: Claim) throws(ContainerError) -> Bool {
    state.withLock { state in
      guard state.holds(claim) else { return false }
      state.inbox[claim.key]?.steps[step.ordinal] = step
      return true
    }
  }

  package func dropSteps(from ordinal: Int, claim: Claim) throws(ContainerError) -> Bool {
    state.withLock { state in
      guard state.holds(claim) else { return false }
      let kept = state.inbox[claim.key]?.steps.filter { $0.key < ordinal }
      state.inbox[claim.key]?.steps = kept ?? [:]
      return true
    }
  }
}
