/// What `plugrun check` looks for in scripts, manifests and payloads; the name is stable.
///
/// What makes a bundle refuse to load is not among these: such a finding has the runtime's own code
/// for its name, as `missing-handler`.
enum CheckRule: String, Sendable, CaseIterable {
  // Scripts: errors.
  case syntax
  case unknownAPI = "unknown-api"
  case undefinedGlobal = "undefined-global"
  case missingPermission = "missing-permission"
  case missingArgument = "missing-argument"
  case wrongArgument = "wrong-argument"
  case unknownField = "unknown-field"
  case emptyMessage = "empty-message"
  case unknownModule = "unknown-module"
  case unknownReturn = "unknown-return"
  case openNeedsForeground = "open-needs-foreground"
  case deadMetamethod = "dead-metamethod"
  case waitInCallback = "wait-in-callback"
  // Scripts: warnings.
  case unsureGlobal = "unsure-global"
  case globalAssignment = "global-assignment"
  case extraArgument = "extra-argument"
  case unknownResponseField = "unknown-response-field"
  case noTextInput = "no-text-input"
  case unpermittedRecipient = "unpermitted-recipient"
  case unknownCategory = "unknown-category"
  case protectedWhileLocked = "protected-while-locked"
  case requireInsteadOfOption = "require-instead-of-option"
  case wrongCodeIndex = "wrong-code-index"
  case wrongCodeBitwise = "wrong-code-bitwise"
  case deadMetamethodName = "dead-metamethod-name"
  // Manifests.
  case unusedPermission = "unused-permission"
  case unroutedFile = "unrouted-file"
  case dismissWithoutOption = "dismiss-without-option"
  case textInputForeground = "text-input-foreground"
  case hiddenAction = "hidden-action"
  case unknownRule = "unknown-rule"
  // Payloads.
  case unreadablePayload = "unreadable-payload"
  case payloadCategory = "payload-category"
  case payloadTooLarge = "payload-too-large"
  case misspelledTarget = "misspelled-target"
  case misplacedKey = "misplaced-key"
  case misspelledKey = "misspelled-key"
  case wrongSwitch = "wrong-switch"
  case quotedJSON = "quoted-json"
  case noActions = "no-actions"

  var level: Finding.Level {
    switch self {
    case .syntax, .unknownAPI, .undefinedGlobal, .missingPermission, .missingArgument,
      .wrongArgument, .unknownField, .emptyMessage, .unknownModule, .unknownReturn,
      .openNeedsForeground, .deadMetamethod, .waitInCallback, .unreadablePayload:
      .error
    default: .warning
    }
  }
}
