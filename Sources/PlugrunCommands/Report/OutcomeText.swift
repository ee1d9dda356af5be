import ActionPlugins

/// An outcome as text for people: what was routed where, what came out, each effect, the log, and
/// how much of the limits was used.
struct OutcomeText {
  private let outcome: Outcome
  private var lines: ReportLines

  /// The whole report; ends with a line's end.
  static func of(_ outcome: Outcome, style: TextStyle) -> String {
    var report = OutcomeText(outcome: outcome, lines: ReportLines(style: style))
    report.addOutcome()
    report.addAnswer()
    report.addEffects()
    report.addLog()
    report.addUse()
    return report.lines.text
  }
}

// MARK: What became of it

extension OutcomeText {
  private mutating func addOutcome() {
    let color: TextStyle.Color =
      switch ExitCode(outcome, expected: nil) {
      case .asExpected: .green
      case .otherOutcome: .yellow
      default: .red
      }
    let sentence = outcome.sentence.map { ": " + $0.visible } ?? ""
    lines.add("outcome", .init(outcome.kind.rawValue + sentence, color))
    if outcome.redelivered {
      lines.add("redelivered", .init("the response came before; this is what became of it then"))
      if isErased {
        lines.add("", .init("(its texts and values are erased, because nothing waits)"))
      }
    }
    if let error = outcome.error { addError(error) }
    addRoute()
    if outcome.attempts > 1 {
      lines.add("attempts", .init("\(outcome.attempts), because others wrote what it had read"))
    }
  }

  private mutating func addError(_ error: Outcome.Failure) {
    let place = [error.file?.visible, error.line.map { "\($0)" }].compactMap(\.self)
    let message = (place + [" " + error.message.visible]).joined(separator: ":")
    lines.add("error", .init(place.isEmpty ? error.message.visible : message, .red))
    lines.add("", rows: Self.rows(of: error.traceback))
  }

  /// A row for each frame; a recursion's equal ones are one row.
  private static func rows(of frames: [Outcome.Failure.Frame]) -> [[ReportLines.Cell]] {
    var rows: [[ReportLines.Cell]] = []
    var rest = frames[...]
    while let frame = rest.first {
      let count = rest.prefix { $0 == frame }.count
      rest = rest.dropFirst(count)
      let function = frame.function.map { "in \($0.visible)" } ?? "in a function without a name"
      let times = count > 1 ? ", \(count) times" : ""
      rows.append([.init("  \(frame.file.visible):\(frame.line)"), .init(function + times)])
    }
    if frames.count >= Outcome.Failure.mostFrames {
      rows.append([.init("  …"), .init("functions further out are not kept")])
    }
    return rows
  }

  private mutating func addRoute() {
    var route = outcome.category?.rawValue.visible ?? "no category"
    route += " › " + outcome.action.shortName.visible
    if let handler = outcome.handler { route += " → " + handler.visible }
    lines.add("route", .init(route))
    if let plugin = outcome.plugin {
      let version = outcome.version.map { " " + $0.visible } ?? ""
      let digest = outcome.digest.map { ", digest " + Self.shortened($0).visible } ?? ""
      lines.add("plugin", .init(plugin.rawValue.visible + version + digest))
    }
  }

  /// Enough of a digest to tell versions apart; its algorithm, before a colon, is not needed for it.
  private static func shortened(_ digest: String) -> String {
    let digits = digest.utf8.split(separator: UInt8(ascii: ":")).last ?? Substring(digest).utf8
    return String(Substring(digits).prefix(12))
  }

  private mutating func addAnswer() {
    lines.add("completion", .init(outcome.completion.rawValue))
    if let open = outcome.open { lines.add("open", .init(open.visible)) }
    if let result = outcome.result { lines.add("result", .init(result.visible)) }
    if let text = outcome.userText {
      lines.add("typed text", .init("given back to the host, because nothing took effect"))
      lines.addQuote(text)
    }
  }
}

// MARK: Effects

extension OutcomeText {
  /// Whether the record that the outcome comes from holds no personal text any more; a stored value is
  /// then null in it. That is so once nothing of it waits.
  private var isErased: Bool {
    outcome.redelivered
      && !(outcome.replies + outcome.sentBeforeOutcome).contains { $0.state == .queued }
      && !outcome.notifications.contains { $0.state == .queued }
  }

  private mutating func addEffects() {
    lines.addGap()
    let before = lines.text.utf8.count
    lines.addReplies(outcome.replies, label: "reply")
    lines.addReplies(outcome.sentBeforeOutcome, label: "already sent")
    addNotifications()
    addStorage()
    addFiles()
    for report in outcome.undelivered { addUndelivered(report) }
    if lines.text.utf8.count == before { lines.add("effects", .init("none")) }
  }

  private mutating func addNotifications() {
    for notification in outcome.notifications {
      let identifier = notification.identifier?.visible ?? ""
      let what =
        switch notification.kind {
        case .post where notification.after > 0:
          "post \(identifier) in \(Quantity.seconds(notification.after))"
        case .post: "post \(identifier)"
        case .remove: "remove \(identifier)"
        case .badge: "badge \(notification.badge ?? 0)"
        }
      lines.add("notification", .init(what), .init(notification.state.rawValue))
      for text in [notification.title, notification.body] {
        if let text, !text.isEmpty { lines.addQuote(text) }
      }
    }
  }

  private mutating func addStorage() {
    var rows = rows(of: outcome.storage.own, named: "own")
    for (name, space) in outcome.storage.shared.sorted(by: { $0.key < $1.key }) {
      rows += self.rows(of: space, named: "shared \(name.rawValue.visible)")
    }
    rows += self.rows(of: outcome.storage.protected, named: "protected")
    lines.add("storage", rows: rows)
  }

  private func rows(
    of space: Outcome.SpaceReport, named name: String
  ) -> [[ReportLines.Cell]] {
    let set = space.set.map { member in
      let value = isErased && member.value == .null ? "set (erased)" : "= " + member.value.visible
      return [.init(name), .init(member.name.rawValue.visible), .init(value)] as [ReportLines.Cell]
    }
    return set + space.removed.map { [.init(name), .init($0.rawValue.visible), .init("removed")] }
  }

  private mutating func addFiles() {
    var rows: [[ReportLines.Cell]] = []
    for (name, size) in outcome.files.written.sorted(by: { $0.key < $1.key }) {
      rows.append([.init(name.rawValue.visible), .init(Quantity.bytes(size) + " written")])
    }
    for name in outcome.files.removed {
      rows.append([.init(name.rawValue.visible), .init("removed")])
    }
    lines.add("files", rows: rows)
  }

  /// How `undelivered` ended, and below it what it did.
  private mutating func addUndelivered(_ report: Outcome.UndeliveredReport) {
    lines.addGap()
    guard let outcome = try? Outcome(recorded: report.outcome) else {
      lines.add("undelivered", .init("ran for reply \(report.reply.visible)"))
      return
    }
    lines.add("undelivered", .init("\(outcome.kind.rawValue), for reply \(report.reply.visible)"))
    var inner = OutcomeText(outcome: outcome, lines: lines)
    if let error = outcome.error { inner.addError(error) }
    inner.addNotifications()
    inner.addStorage()
    inner.addFiles()
    inner.addLogLines()
    lines = inner.lines
  }
}

// MARK: Log and limits

extension OutcomeText {
  private mutating func addLog() {
    guard !outcome.log.isEmpty || outcome.logDropped > 0 else { return }
    lines.addGap()
    addLogLines()
  }

  private mutating func addLogLines() {
    let showsAttempt = outcome.log.contains { $0.attempt != 1 }
    var rows: [[ReportLines.Cell]] = []
    for line in outcome.log {
      let color: TextStyle.Color? =
        switch line.level {
        case .debug, .info: nil
        case .warn: .yellow
        case .error: .red
        }
      let attempt = showsAttempt ? "attempt \(line.attempt): " : ""
      let fields = line.fields.isEmpty ? "" : "  " + JSONValue.object(line.fields).visible
      let texts = line.message.visibleLines
      for (index, text) in texts.enumerated() {
        let isFirst = index == 0
        let end = index == texts.count - 1 ? fields : ""
        rows.append([
          .init(isFirst ? line.level.rawValue : "", color),
          .init((isFirst ? attempt : "") + text + end),
        ])
      }
    }
    lines.add("log", rows: rows)
    if outcome.logDropped > 0 {
      let dropped = Quantity.count(outcome.logDropped, "more line")
      lines.add(outcome.log.isEmpty ? "log" : "", .init("\(dropped) above the limit", .yellow))
    }
  }

  private mutating func addUse() {
    lines.addGap()
    let budget = outcome.budget
    let memory = outcome.memory
    guard outcome.attempts > 0 else {
      lines.add("time", .init("no handler ran"))
      return
    }
    var parts = ["script \(Quantity.seconds(budget.lua))"]
    if budget.waiting > 0 { parts.append("waiting \(Quantity.seconds(budget.waiting))") }
    if budget.queued > 0 { parts.append("queued \(Quantity.seconds(budget.queued))") }
    // What delivers replies after the handler may take the rest of the budget; that is no overrun.
    let time = use(
      budget.used, of: budget.limit, Quantity.seconds, parts.joined(separator: ", "),
      isOver: outcome.kind == .timedOut)
    let room = use(
      Double(memory.peak), of: Double(memory.limit), { Quantity.bytes(Int($0)) }, "", isOver: true)
    // One table, so that the bars of both stand below each other.
    lines.add(["time", "memory"], rows: [time, room])
  }

  private func use(
    _ used: Double, of limit: Double, _ amount: (Double) -> String, _ more: String, isOver: Bool
  ) -> [ReportLines.Cell] {
    let share = limit > 0 ? used / limit : 0
    let color: TextStyle.Color = share >= 1 && isOver ? .red : share >= 0.8 ? .yellow : .green
    let percent = Quantity.percent(share)
    let padding = String(repeating: " ", count: max(0, 7 - percent.count))
    var row: [ReportLines.Cell] = [
      .init(Quantity.bar(share), color), .init(padding + percent),
      .init("\(amount(used)) of \(amount(limit))"),
    ]
    if used > limit, isOver {
      row.append(.init("OVER THE LIMIT by \(amount(used - limit))", .red))
    } else if used == limit, limit > 0, isOver {
      row.append(.init("LIMIT REACHED", .red))
    }
    if !more.isEmpty { row.append(.init(more)) }
    return row
  }
}
