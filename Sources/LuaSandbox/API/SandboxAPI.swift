package import Notifications

/// What scripts find in their world beside the standard library.
package struct SandboxAPI: Sendable {
  /// The functions; ``HostCall/function`` is an index into this list.
  package var functions: [SandboxFunction]
  /// Plain values by name: `plugin.identifier`.
  package var constants: [(path: String, value: JSONValue)]

  package init(
    functions: [SandboxFunction] = [], constants: [(path: String, value: JSONValue)] = []
  ) {
    self.functions = functions
    self.constants = constants
  }
}
