import ActionPlugins

extension Outcome {
  /// What the outcome means, where its name alone does not say it; follows the name after a colon.
  var sentence: String? {
    switch kind {
    case .completed, .failed, .hostFault: nil
    case .timedOut where expired: "stopped at the end of its budget; what expire did was kept"
    case .timedOut: "stopped at the end of its budget; nothing it staged was kept"
    case .outOfMemory: "stopped at its memory limit; nothing it staged was kept"
    case .authenticationRequired: "authentication was needed, and nobody authenticated"
    case .cancelled: "the host ended it; nothing it staged was kept"
    case .conflict: "others wrote first in each of \(Quantity.count(attempts, "attempt"))"
    case .unrouted: unroutedSentence
    }
  }

  /// Why there was no route, what would make one, and the nearest known name.
  private var unroutedSentence: String {
    let category = (category?.rawValue ?? "").quotedForMessage
    let near =
      nearest.map { "; did you mean \($0.rawValue.quotedForMessage)?" }
      ?? "; a bundle's plugin.json has to name it"
    return switch reason {
    case .unknownCategory: "no bundle has the category \(category)\(near)"
    case .unknownAction:
      "category \(category) has no action \(action.rawValue.quotedForMessage)\(near)"
    case .noDefaultHandler:
      "category \(category) names no \"defaultHandler\" for opening the notification"
    case .noDismissHandler: "category \(category) names no \"dismissHandler\", so nothing runs"
    case .noCategory: "the notification carries no category, so it has no actions"
    case .pluginDisabled: "the host has disabled the plugin"
    default: "no handler was found"
    }
  }
}

extension Identifier {
  /// An action's name, with Apple's two long ones told in words.
  var shortName: String {
    switch self {
    case ActionIdentifier.default: "default action"
    case ActionIdentifier.dismiss: "dismissed"
    default: rawValue
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line, safe for a terminal.
  var visible: String {
    do throws(JSONError) {
      return try JSONWriter().text(self).visible
    } catch {
      return "(\(error))"
    }
  }
}
