import ContainerStore
import Notifications
import Testing

extension ContainerFact {
  static let inbox = [
    ContainerFact("an unknown delivery is claimed as its first attempt") { bench throws in
      #expect(try bench.container.state(of: bench.delivery().key) == nil)
      let claim = try bench.claim()
      #expect(claim.attempt == 1)
      #expect(claim.start == .first)
      guard case .running(35) = try bench.container.state(of: claim.key) else {
        Issue.record("the delivery is not seen as running for its whole lease")
        return
      }
    },
    ContainerFact("a delivery that runs elsewhere is not claimed, and says how long") {
      bench throws in
      _ = try bench.claim()
      bench.system.advance(bySeconds: 5)
      let second = try bench.other.claim(
        bench.delivery(), for: .response, lease: bench.system.lease(of: 2))
      #expect(second.leaseSeconds == 30)
    },
    ContainerFact("a committed outcome is final and given to each later delivery") { bench throws in
      let claim = try bench.claim()
      #expect(try bench.commit(claim, outcome: "first").isCommitted)
      for _ in 0..<2 {
        let again = try bench.other.claim(
          bench.delivery(), for: .response, lease: bench.system.lease(of: 2))
        #expect(again.outcome == "first")
      }
      #expect(try bench.commit(claim, outcome: "second").isLeaseLost)
      guard case .committed(let stored) = try bench.container.state(of: claim.key) else {
        Issue.record("the delivery is not seen as committed")
        return
      }
      #expect(stored.outcome == Array("first".utf8))
    },
    ContainerFact("a delivery that ended without effects runs again when delivered again") {
      bench throws in
      let first = try bench.claim()
      #expect(try bench.container.finish(first))
      guard case .ended = try bench.container.state(of: first.key) else {
        Issue.record("the delivery is not seen as ended")
        return
      }
      let second = try bench.claim()
      #expect(second.start == .afterEnding)
      #expect(second.attempt == 2)
      #expect(second.invocationID == first.invocationID)
      #expect(try bench.commit(first).isLeaseLost)
      #expect(try bench.commit(second).isCommitted)
    },
    ContainerFact("request, date, action, text and absent text tell deliveries apart") {
      bench throws in
      func key(_ request: Identifier, _ seconds: Double, _ action: Identifier, _ text: String?)
        -> DeliveryKey
      {
        DeliveryKey(
          request: request, date: ContainerBench.at(seconds), action: action, userText: text)
      }
      let keys = [
        key("a", 0, "reply", "text"), key("b", 0, "reply", "text"),
        key("a", 0.001, "reply", "text"),
        key("a", 0, "Reply", "text"), key("a", 0, "reply", "texT"), key("a", 0, "reply", ""),
        key("a", 0, "reply", nil), key("é", 0, "reply", nil), key("e\u{301}", 0, "reply", nil),
        key("ar", 0, "eply", nil),
      ]
      #expect(Set(keys).count == keys.count)
      for key in keys {
        var delivery = bench.delivery()
        delivery.key = key
        let claim = try bench.container.claim(
          delivery, for: .response, lease: bench.system.lease())
        #expect(claim.claim?.start == .first)
      }
      #expect(key("a", 0, "reply", "text") == keys[0])
    },
    ContainerFact("everything of a delivery is kept as it was given") { bench throws in
      var delivery = bench.delivery(text: "Γεια, έρχομαι 👩‍👩‍👧 e\u{301} \u{0}\n]]")
      delivery.plugin = "plu\"gin'; --"
      delivery.entry = .undelivered(EntryID("reply-1"))
      _ = try bench.container.claim(delivery, for: .response, lease: bench.system.lease())
      let kept = try #require(try bench.other.pending().first?.delivery)
      #expect(kept.key == delivery.key)
      #expect(kept.plugin == delivery.plugin)
      #expect(kept.category == delivery.category)
      #expect(kept.action == delivery.action)
      #expect(kept.handler == delivery.handler)
      #expect(kept.entry == delivery.entry)
      #expect(kept.request == delivery.request)
      #expect(kept.date == delivery.date)
      #expect(kept.response == delivery.response)
      #expect(kept.recordedAt == delivery.recordedAt)
    },
    ContainerFact("a lease can be extended by its owner only") { bench throws in
      let claim = try bench.claim()
      bench.system.advance(bySeconds: 30)
      #expect(try bench.container.extend(claim, lease: bench.system.lease(seconds: 60)))
      bench.system.advance(bySeconds: 50)
      #expect(
        try bench.container.claim(
          bench.delivery(), for: .response, lease: bench.system.lease(of: 2)
        ).leaseSeconds == 10)
      bench.system.advance(bySeconds: 11)
      let taken = try bench.container.claim(
        bench.delivery(), for: .response, lease: bench.system.lease(of: 2))
      #expect(taken.claim?.start == .takeover)
      #expect(try !bench.container.extend(claim, lease: bench.system.lease()))
    },
  ]

  static let recovery = [
    ContainerFact("a delivery is recoverable once its lease has ended") { bench throws in
      let claim = try bench.claim()
      #expect(try bench.container.recoverable().isEmpty)
      #expect(try bench.container.pending().map(\.delivery.key) == [claim.key])
      bench.system.advance(bySeconds: 35)
      let recoverable = try bench.other.recoverable()
      #expect(recoverable.map(\.delivery.key) == [claim.key])
      #expect(recoverable.first?.starts == 1)
      #expect(recoverable.first?.attempt == 1)
    },
    ContainerFact("a delivery is recoverable at once when its owner is gone") { bench throws in
      let claim = try bench.claim(process: 7)
      #expect(try bench.container.recoverable().isEmpty)
      bench.system.kill(7)
      #expect(try bench.container.recoverable().map(\.delivery.key) == [claim.key])
      #expect(try bench.container.pending().first?.leaseSeconds == 0)
    },
    ContainerFact("of two recoveries one takes a delivery over; the slow owner applies nothing") {
      bench throws in
      try bench.write(1, "count")
      let slow = try bench.claim()
      bench.system.advance(bySeconds: 36)
      let found = try #require(try bench.container.recoverable().first)
      let purpose = ClaimPurpose.recovery(attempt: found.attempt)
      let first = try bench.container.claim(
        found.delivery, for: purpose, lease: bench.system.lease(of: 2))
      let second = try bench.other.claim(
        found.delivery, for: purpose, lease: bench.system.lease(of: 3))
      let winner = try #require(first.claim)
      #expect(second.claim == nil)
      #expect(second.leaseSeconds == 35)
      let writes = [StoredKey("count", in: ContainerBench.own): Write.set(2)]
      #expect(try bench.commit(slow, writes: writes).isLeaseLost)
      #expect(try !bench.container.finish(slow))
      #expect(try !bench.container.record(step(0), claim: slow))
      #expect(try !bench.container.dropSteps(from: 0, claim: slow))
      guard
        case .leaseLost = try bench.container.stageNow(
          bench.reply("late"), claim: slow, now: ContainerBench.now)
      else {
        Issue.record("the loser could stage a reply")
        return
      }
      #expect(try bench.value("count") == 1)
      #expect(try bench.commit(winner, writes: writes).isCommitted)
      #expect(try bench.value("count") == 2)
    },
    ContainerFact("an owner whose lease has ended commits if nobody took over") { bench throws in
      let claim = try bench.claim()
      bench.system.advance(bySeconds: 100)
      #expect(try bench.commit(claim).isCommitted)
    },
    ContainerFact("a delivery started twice without an ending is abandoned, not run a third time") {
      bench throws in
      _ = try bench.claim()
      bench.system.advance(bySeconds: 36)
      var found = try #require(try bench.container.recoverable().first)
      let second = try bench.container.claim(
        found.delivery, for: .recovery(attempt: found.attempt), lease: bench.system.lease(of: 2))
      #expect(second.claim?.start == .takeover)
      bench.system.advance(bySeconds: 36)
      found = try #require(try bench.container.recoverable().first)
      #expect(found.starts == 2)
      let third = try bench.container.claim(
        found.delivery, for: .recovery(attempt: found.attempt), lease: bench.system.lease(of: 3))
      guard case .abandoned(starts: 2) = third else {
        Issue.record("a third start was answered with \(third)")
        return
      }
      #expect(try bench.container.abandon(found))
      #expect(try !bench.other.abandon(found))
      #expect(try bench.container.recoverable().isEmpty)
      #expect(try bench.container.pending().isEmpty)
    },
    ContainerFact("an ending starts the count of starts anew") { bench throws in
      for _ in 0..<3 { #expect(try bench.container.finish(bench.claim())) }
      _ = try bench.claim()
      #expect(try bench.container.pending().first?.starts == 1)
    },
    ContainerFact("what ended or was committed meanwhile is not recovered") { bench throws in
      let claim = try bench.claim()
      bench.system.advance(bySeconds: 36)
      let found = try #require(try bench.container.recoverable().first)
      #expect(try bench.container.finish(claim))
      #expect(try !bench.container.abandon(found))
      guard
        case .ended = try bench.container.claim(
          found.delivery, for: .recovery(attempt: found.attempt), lease: bench.system.lease())
      else {
        Issue.record("an ended delivery was recovered")
        return
      }
    },
    ContainerFact("pending deliveries are listed oldest first") { bench throws in
      for name in ["b", "a", "c"] { _ = try bench.claim(name) }
      #expect(try bench.container.pending().map(\.delivery.request) == ["b", "a", "c"])
    },
  ]

  static let retention = [
    ContainerFact("records older than retention are dropped, running and waiting ones kept") {
      bench throws in
      _ = try bench.claim("running")
      #expect(try bench.container.finish(bench.claim("ended")))
      #expect(try bench.commit(bench.claim("committed")).isCommitted)
      #expect(try bench.commit(bench.claim("waiting"), entries: [bench.reply("1")]).isCommitted)
      try bench.container.prune(now: ContainerBench.at(3600), keep: Retention(seconds: 3601))
      #expect(try bench.container.state(of: bench.delivery("ended").key) != nil)
      try bench.container.prune(now: ContainerBench.at(3600), keep: Retention(seconds: 3599))
      #expect(try bench.container.state(of: bench.delivery("ended").key) == nil)
      #expect(try bench.container.state(of: bench.delivery("committed").key) == nil)
      #expect(try bench.container.state(of: bench.delivery("running").key) != nil)
      #expect(try bench.container.state(of: bench.delivery("waiting").key) != nil)
      #expect(try bench.container.outbox().names == ["1"])
    },
    ContainerFact("of more records than retention allows the oldest go first") { bench throws in
      for name in ["1", "2", "3", "4"] { #expect(try bench.container.finish(bench.claim(name))) }
      try bench.container.prune(now: ContainerBench.now, keep: Retention(records: 2))
      let kept = try ["1", "2", "3", "4"].filter {
        try bench.container.state(of: bench.delivery($0).key) != nil
      }
      #expect(kept == ["3", "4"])
    },
    ContainerFact("a dropped record's delivery runs as a new one") { bench throws in
      #expect(try bench.commit(bench.claim()).isCommitted)
      try bench.container.prune(now: ContainerBench.now, keep: Retention(records: 0))
      #expect(try bench.claim().start == .first)
    },
  ]

  static func step(_ ordinal: Int, _ answer: String = "1") -> RecordedStep {
    RecordedStep(
      ordinal: ordinal, name: "host.crm.lookup", arguments: Array("[\(ordinal)]".utf8),
      answer: Array(answer.utf8))
  }
}
