/// How a running script is stopped.
package enum StopMethod: Sendable, Equatable {
  /// The watchdog sends this signal to the script's thread. Costs a script nothing until then.
  case signal(Int32)
  /// Scripts look at a flag every thousand instructions. Loops run 2.2 to 2.4 times slower.
  case polling
}
