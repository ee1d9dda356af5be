// Declared by hand after Apple's documentation, only what AppleNotifications uses.
@_exported import Foundation

public enum LAPolicy: Int {
  case deviceOwnerAuthentication = 2
}

public struct LAError: Error {
  public enum Code: Int {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case passcodeNotSet = -5
    case notInteractive = -1004
  }

  public let code: Code
}

open class LAContext: NSObject {
  /// What every policy answers; the stand-in's own.
  nonisolated(unsafe) public static var answer: Result<Bool, LAError.Code> = .success(true)

  override public init() {}

  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    precondition(!localizedReason.isEmpty)
    switch Self.answer {
    case .success(let granted): return granted
    case .failure(let code): throw LAError(code: code)
    }
  }
}

extension LAError.Code: Error {}
