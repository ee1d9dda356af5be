/// Something to be done on a script thread.
protocol ScriptJob: AnyObject, Sendable {
  func perform(on lane: ScriptLane)

  /// There is no thread to do it on.
  func refuse(_ sentence: String)

  /// All threads are busy, and an urgent job is late. True: it is done without a thread.
  func giveUpThread() -> Bool
}
