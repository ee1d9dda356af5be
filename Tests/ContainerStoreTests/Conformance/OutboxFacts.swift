import ContainerStore
import Notifications
import Testing

extension ContainerFact {
  static let steps = [
    ContainerFact("recorded steps come back in order, over a takeover too") { bench throws in
      let claim = try bench.claim()
      #expect(try bench.container.steps(of: claim).isEmpty)
      var keyed = step(1, "\"\u{0}é\"")
      keyed.key = "once"
      #expect(try bench.container.record(keyed, claim: claim))
      #expect(try bench.container.record(step(0), claim: claim))
      #expect(try bench.container.record(step(10), claim: claim))
      bench.system.advance(bySeconds: 36)
      let taken = try #require(
        try bench.other.claim(bench.delivery(), for: .response, lease: bench.system.lease(of: 2))
          .claim)
      #expect(try bench.other.steps(of: taken) == [step(0), keyed, step(10)])
    },
    ContainerFact("steps from an ordinal on are dropped, and a step can be replaced") {
      bench throws in
      let claim = try bench.claim()
      for ordinal in 0..<4 { #expect(try bench.container.record(step(ordinal), claim: claim)) }
      #expect(try bench.container.dropSteps(from: 2, claim: claim))
      #expect(try bench.container.record(step(1, "new"), claim: claim))
      #expect(try bench.container.steps(of: claim) == [step(0), step(1, "new")])
    },
    ContainerFact("an ending drops the recorded steps") { bench throws in
      let first = try bench.claim()
      #expect(try bench.container.record(step(0), claim: first))
      #expect(try bench.container.finish(first))
      #expect(try bench.container.steps(of: bench.claim()).isEmpty)
    },
  ]

  static let staging = [
    ContainerFact("sendNow is durable at once and stays when the handler fails") { bench throws in
      let claim = try bench.claim()
      guard
        case .staged(EntryID("1")) = try bench.container.stageNow(
          bench.reply("1"), claim: claim, now: ContainerBench.now)
      else {
        Issue.record("the reply was not staged")
        return
      }
      #expect(try bench.container.finish(claim))
      let entry = try #require(try bench.other.outbox().first)
      #expect(entry.id == EntryID("1"))
      #expect(entry.isNow)
      #expect(entry.entry.content == bench.reply("1").content)
      #expect(entry.entry.recipient == "chat")
      #expect(entry.plugin == ContainerBench.plugin)
      #expect(entry.delivery == claim.key)
    },
    ContainerFact("a key repeated within a delivery means the first reply, over endings too") {
      bench throws in
      let claim = try bench.claim()
      _ = try bench.container.stageNow(
        bench.reply("1", key: "k"), claim: claim, now: ContainerBench.now)
      guard
        case .existing(let first) = try bench.container.stageNow(
          bench.reply("2", key: "k"), claim: claim, now: ContainerBench.now)
      else {
        Issue.record("the key was not recognised")
        return
      }
      #expect(first.id == EntryID("1"))
      #expect(first.state == .queued)
      #expect(try bench.record(.sent, of: bench.takeDue()[0]).state == .sent)
      #expect(try bench.container.finish(claim))
      let again = try bench.claim()
      guard
        case .existing(let sent) = try bench.container.stageNow(
          bench.reply("3", key: "k"), claim: again, now: ContainerBench.now)
      else {
        Issue.record("the key was forgotten with the ending")
        return
      }
      #expect(sent.id == EntryID("1"))
      #expect(sent.state == .sent)
      let result = try bench.commit(again, entries: [bench.reply("4", key: "k"), bench.reply("5")])
      #expect(result.receipt?.repeated[EntryID("4")]?.id == EntryID("1"))
      #expect(try bench.container.outbox().names == ["5"])
    },
    ContainerFact("the same key in another delivery is another reply") { bench throws in
      #expect(try bench.commit(bench.claim("a"), entries: [bench.reply("1", key: "k")]).isCommitted)
      #expect(try bench.commit(bench.claim("b"), entries: [bench.reply("2", key: "k")]).isCommitted)
      #expect(try bench.container.outbox().names == ["1", "2"])
    },
    ContainerFact("replies without a key are all kept") { bench throws in
      #expect(
        try bench.commit(bench.claim(), entries: [bench.reply("1"), bench.reply("2")]).isCommitted)
      #expect(try bench.container.outbox().names == ["1", "2"])
    },
  ]

  static let delivering = [
    ContainerFact("replies to one recipient are taken one by one in commit order") { bench throws in
      #expect(
        try bench.commit(
          bench.claim(),
          entries: [bench.reply("1"), bench.reply("2"), bench.reply("x", to: "other")]
        ).isCommitted)
      let first = try bench.takeDue()
      #expect(first.names == ["1", "x"])
      #expect(first.allSatisfy { $0.tries == 1 })
      #expect(try bench.takeDue(from: bench.other).isEmpty)
      try bench.record(.sent, of: first[0])
      #expect(try bench.takeDue(from: bench.other).names == ["2"])
    },
    ContainerFact("a retrying reply holds back later ones of its recipient only") { bench throws in
      #expect(
        try bench.commit(
          bench.claim(),
          entries: [bench.reply("1"), bench.reply("2"), bench.reply("x", to: "other")]
        ).isCommitted)
      let taken = try bench.takeDue()
      let state = try bench.record(.retry(reason: "500", notBefore: nil), of: taken[0])
      #expect(state.state == .queued)
      #expect(state.reason == "500")
      try bench.record(.sent, of: taken[1])
      #expect(try bench.takeDue(at: 0.1).isEmpty)
      #expect(try bench.takeDue(at: 3).names == ["1"])
    },
    ContainerFact("a rejected reply does not hold back later ones") { bench throws in
      #expect(
        try bench.commit(bench.claim(), entries: [bench.reply("1"), bench.reply("2")]).isCommitted)
      let state = try bench.record(.rejected(reason: "403"), of: bench.takeDue()[0])
      #expect(state.state == .rejected)
      #expect(state.reason == "403")
      #expect(try bench.takeDue().names == ["2"])
      let kept = try bench.container.outbox()
      #expect(kept.names == ["1", "2"])
      #expect(kept.first?.state == .rejected)
    },
    ContainerFact("replies without a recipient wait by plugin, and notifications for none of them")
    {
      bench throws in
      let post = StagedEntry(id: EntryID("post"), kind: .notification, content: [1])
      #expect(
        try bench.commit(
          bench.claim("a"), entries: [bench.reply("1", to: nil), bench.reply("2", to: nil), post]
        ).isCommitted)
      #expect(
        try bench.commit(
          bench.claim("b", plugin: "another"), entries: [bench.reply("3", to: nil)]
        ).isCommitted)
      #expect(Set(try bench.takeDue().names) == ["1", "post", "3"])
    },
    ContainerFact("recipients differ by bytes") { bench throws in
      #expect(
        try bench.commit(
          bench.claim(),
          entries: [
            bench.reply("1", to: "é"), bench.reply("2", to: "e\u{301}"), bench.reply("3", to: "É"),
          ]
        ).isCommitted)
      #expect(try bench.takeDue().count == 3)
    },
    ContainerFact("a reply being tried is taken by nobody else until its lease ends") {
      bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      let first = try bench.takeDue(process: 7)
      #expect(try bench.takeDue(from: bench.other).isEmpty)
      bench.system.advance(bySeconds: 16)
      let second = try bench.takeDue(process: 8, from: bench.other)
      #expect(second.names == ["1"])
      #expect(second.first?.tries == 2)
      // The slow first one reports a failure; the second one's attempt goes on.
      try bench.record(.rejected(reason: "late"), of: first[0])
      #expect(try bench.container.outbox().first?.state == .queued)
      bench.system.kill(8)
      #expect(try bench.takeDue(process: 9).names == ["1"])
      // That it was sent is true whoever says it.
      #expect(try bench.record(.sent, of: first[0]).state == .sent)
      #expect(try bench.container.outbox().isEmpty)
    },
    ContainerFact("only asked for replies are taken, and only when nothing older waits") {
      bench throws in
      #expect(
        try bench.commit(
          bench.claim(),
          entries: [bench.reply("1"), bench.reply("2"), bench.reply("x", to: "other")]
        ).isCommitted)
      #expect(try bench.takeDue(only: [EntryID("2")]).isEmpty)
      #expect(try bench.takeDue(only: [EntryID("x"), EntryID("2"), EntryID("?")]).names == ["x"])
      #expect(try bench.takeDue(only: []).isEmpty)
      #expect(try bench.takeDue(limit: 0).isEmpty)
      #expect(try bench.takeDue(limit: 1).names == ["1"])
    },
    ContainerFact("the delay doubles with each try, with jitter, up to the longest") {
      bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      var now = 0.0
      // Half the delay and a random part of the other half: the test's random number is one half.
      for delay in [1.5, 3, 6, 12, 24, 48] {
        let taken = try bench.takeDue(at: now)
        try bench.record(.retry(reason: "500", notBefore: nil), of: taken[0], at: now)
        #expect(try bench.container.nextDue() == ContainerBench.at(now + delay))
        #expect(try bench.takeDue(at: now + delay - 0.01).isEmpty)
        now += delay
      }
    },
    ContainerFact("Retry-After is honoured, also by those who ignore the backoff") { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      var taken = try bench.takeDue()
      try bench.record(.retry(reason: "503", notBefore: nil), of: taken[0])
      taken = try bench.takeDue(ignoringBackoff: true)
      #expect(taken.names == ["1"])
      try bench.record(.retry(reason: "429", notBefore: ContainerBench.at(60)), of: taken[0])
      #expect(try bench.takeDue(at: 59, ignoringBackoff: true).isEmpty)
      #expect(try bench.takeDue(at: 60, ignoringBackoff: true).names == ["1"])
    },
    ContainerFact("being offline is no try", retries: RetryPolicy(tries: 2)) { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      for round in 0..<5 {
        let now = Double(round) * 20
        let taken = try bench.takeDue(at: now)
        #expect(taken.first?.tries == 1)
        #expect(try bench.record(.offline, of: taken[0], at: now).state == .queued)
        #expect(try bench.takeDue(at: now + 1).isEmpty)
      }
    },
    ContainerFact("a reply is given up after its tries", retries: RetryPolicy(tries: 2)) {
      bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      var taken = try bench.takeDue()
      #expect(
        try bench.record(.retry(reason: "500", notBefore: nil), of: taken[0]).state == .queued)
      taken = try bench.takeDue(at: 10)
      let state = try bench.record(.retry(reason: "500", notBefore: nil), of: taken[0], at: 10)
      #expect(state.state == .rejected)
      #expect(state.reason == "given up after 2 attempts: 500")
    },
    ContainerFact("a reply is given up after its time", retries: RetryPolicy(seconds: 3600)) {
      bench throws in
      for (name, attempt) in [
        ("1", DeliveryAttempt.retry(reason: "500", notBefore: nil)), ("2", .offline),
      ] {
        #expect(try bench.commit(bench.claim(name), entries: [bench.reply(name)]).isCommitted)
        var taken = try bench.takeDue(at: 3500)
        #expect(try bench.record(attempt, of: taken[0], at: 3500).state == .queued)
        taken = try bench.takeDue(at: 3600)
        #expect(try bench.record(attempt, of: taken[0], at: 3600).state == .rejected)
      }
    },
    ContainerFact("a wall clock that was set back does not hold a reply for long") { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")], at: 100_000).isCommitted)
      let taken = try bench.takeDue(at: 100_000)
      try bench.record(.retry(reason: "500", notBefore: nil), of: taken[0], at: 100_000)
      #expect(try bench.takeDue(at: 10).names == ["1"])
    },
    ContainerFact("a reply staged before the wall clock was set back is due") { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")], at: 100_000).isCommitted)
      #expect(try bench.takeDue(at: 10).names == ["1"])
    },
    ContainerFact("the next due time is that of an entry that nobody tries") { bench throws in
      #expect(try bench.container.nextDue() == nil)
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")], at: 5).isCommitted)
      #expect(try bench.container.nextDue() == ContainerBench.at(5))
      _ = try bench.takeDue(at: 5)
      #expect(try bench.container.nextDue() == nil)
    },
  ]

  static let settling = [
    ContainerFact("a commit without replies is settled at once") { bench throws in
      let claim = try bench.claim()
      #expect(try bench.commit(claim).receipt?.isSettled == true)
    },
    ContainerFact("the outcome is rewritten when the last reply is settled, not before") {
      bench throws in
      let claim = try bench.claim()
      #expect(
        try bench.commit(
          claim, entries: [bench.reply("1"), bench.reply("2"), bench.reply("3")], outcome: "full"
        ).receipt?.isSettled == false)
      for attempt in [DeliveryAttempt.sent, .rejected(reason: "403"), .recorded] {
        #expect(try bench.stored(claim).outcome == Array("full".utf8))
        try bench.record(attempt, of: bench.takeDue()[0])
      }
      #expect(try bench.stored(claim).outcome == Array("settled sent rejected recorded".utf8))
      #expect(try bench.stored(claim).entries.map(\.id.name) == ["1", "2", "3"])
      #expect(try bench.stored(claim).entries.map(\.reason) == [nil, "403", nil])
    },
    ContainerFact("a reply of sendNow that is sent while the handler runs settles with the commit")
    {
      bench throws in
      let claim = try bench.claim()
      _ = try bench.container.stageNow(bench.reply("1"), claim: claim, now: ContainerBench.now)
      try bench.record(.sent, of: bench.takeDue()[0])
      #expect(try bench.commit(claim).receipt?.isSettled == true)
    },
    ContainerFact("a waiting reply of sendNow keeps a commit from being settled") { bench throws in
      let claim = try bench.claim()
      _ = try bench.container.stageNow(bench.reply("1"), claim: claim, now: ContainerBench.now)
      #expect(try bench.commit(claim).receipt?.isSettled == false)
      try bench.record(.sent, of: bench.takeDue()[0])
      guard case .committed(let stored)? = try bench.container.state(of: claim.key) else {
        Issue.record("not committed")
        return
      }
      #expect(stored.outcome == Array("settled sent".utf8))
    },
    ContainerFact("a settled entry is settled: later records change nothing") { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      let taken = try bench.takeDue()
      try bench.record(.sent, of: taken[0])
      #expect(try bench.record(.rejected(reason: "late"), of: taken[0]).state == .sent)
      #expect(try bench.container.undelivered().isEmpty)
    },
  ]

  static let undelivered = [
    ContainerFact("a refused reply keeps its text and its response until the host has it") {
      bench throws in
      #expect(
        try bench.commit(bench.claim(), entries: [bench.reply("1"), bench.reply("2")]).isCommitted)
      try bench.record(.rejected(reason: "403"), of: bench.takeDue()[0])
      try bench.record(.sent, of: bench.takeDue()[0])
      let refused = try #require(try bench.other.undelivered().first)
      #expect(refused.reply.id == EntryID("1"))
      #expect(refused.reply.reason == "403")
      #expect(refused.reply.entry.content == bench.reply("1").content)
      #expect(refused.delivery.response == bench.delivery().response)
      try bench.container.handedOver(EntryID("1"))
      #expect(try bench.other.undelivered().isEmpty)
      let kept = try #require(try bench.container.outbox().first)
      #expect(kept.state == .rejected)
      #expect(kept.entry.content.isEmpty)
      try bench.container.handedOver(EntryID("1"))
    },
    ContainerFact("a reply refused while its handler runs is handed over after the ending") {
      bench throws in
      let claim = try bench.claim()
      _ = try bench.container.stageNow(bench.reply("1"), claim: claim, now: ContainerBench.now)
      try bench.record(.rejected(reason: "403"), of: bench.takeDue()[0])
      #expect(try bench.container.undelivered().isEmpty)
      #expect(try bench.container.finish(claim))
      let refused = try #require(try bench.container.undelivered().first)
      #expect(refused.delivery.response == bench.delivery().response)
    },
    ContainerFact("a refused notification is not handed over") { bench throws in
      let post = StagedEntry(id: EntryID("post"), kind: .notification, content: [1])
      #expect(try bench.commit(bench.claim(), entries: [post]).isCommitted)
      try bench.record(.rejected(reason: "denied"), of: bench.takeDue()[0])
      #expect(try bench.container.undelivered().isEmpty)
      #expect(try bench.container.outbox().first?.entry.content.isEmpty == true)
    },
    ContainerFact("a record with a reply to hand over outlives retention") { bench throws in
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      try bench.record(.rejected(reason: "403"), of: bench.takeDue()[0])
      try bench.container.prune(now: ContainerBench.at(1e7), keep: Retention(records: 0))
      #expect(try bench.container.undelivered().count == 1)
      try bench.container.handedOver(EntryID("1"))
      try bench.container.prune(now: ContainerBench.at(1e7), keep: Retention(records: 0))
      #expect(try bench.container.state(of: bench.delivery().key) == nil)
      #expect(try bench.container.outbox().isEmpty)
    },
  ]
}
