import CSandbox
import Synchronization

/// How scripts of one executor are stopped at the moment: as configured, or by polling once signals
/// have turned out not to arrive.
final class StopPolicy: Sendable {
  /// The signal to send; nil for polling as configured.
  let signal: Int32?
  private let polling: Atomic<Bool>
  private let sentence = Mutex<String?>(nil)
  private let report: @Sendable (String) -> Void

  init(method: StopMethod, report: @escaping @Sendable (String) -> Void) {
    self.report = report
    switch method {
    case .polling:
      signal = nil
      polling = Atomic(true)
    case .signal(let number):
      signal = number
      polling = Atomic(false)
      let failure = csb_signal_install(number)
      if failure != 0 {
        fallBack("the handler of signal \(number) cannot be installed: \(errorText(failure))")
      }
    }
  }

  /// Whether worlds built from now on look at the stop flag by themselves.
  var polls: Bool { polling.load(ordering: .relaxed) }

  var reportedSentence: String? { sentence.withLock { $0 } }

  /// Whether our handler is the one that the signal reaches.
  var handlerIsInstalled: Bool { signal.map { csb_signal_is_installed($0) } ?? true }

  /// Puts our handler back where somebody replaced it.
  func reinstall() {
    guard let signal else { return }
    let failure = csb_signal_install(signal)
    if failure != 0 {
      fallBack("the handler of signal \(signal) cannot be installed: \(errorText(failure))")
    }
  }

  /// Worlds poll from now on. The first reason is reported.
  func fallBack(_ why: String) {
    let text = "\(why); scripts look at a flag from now on, which makes loops slower"
    let isFirst = sentence.withLock { sentence in
      defer { sentence = sentence ?? text }
      return sentence == nil
    }
    polling.store(true, ordering: .relaxed)
    if isFirst { report(text) }
  }
}
