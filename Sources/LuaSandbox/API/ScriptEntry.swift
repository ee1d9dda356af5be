/// A function that a handler file offers.
package enum ScriptEntry: Sendable, Hashable, CaseIterable {
  /// Handles a response.
  case handle
  /// Runs in the reserve after `handle` ran out of its budget.
  case expire
  /// Is told that a reply was finally refused.
  case undelivered
}
