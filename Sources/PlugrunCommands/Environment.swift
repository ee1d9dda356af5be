public import ActionPlugins

/// Everything that the commands have from outside: arguments, streams, variables, clocks.
///
/// Tests give their own and so drive the commands without a process.
public struct Environment: Sendable {
  /// The command line without the program's name; an item that is not UTF-8 is `nil`.
  public var arguments: [String?]
  /// Where `-` reads from.
  public var input: any ByteSource
  /// Where results go.
  public var output: any ByteSink
  /// Where everything else goes.
  public var errors: any ByteSink
  /// An environment variable by name.
  public var variable: @Sendable (String) -> String?
  /// The wall clock.
  public var now: @Sendable () -> Timestamp
  /// Seconds by a clock that nobody sets.
  public var uptimeSeconds: @Sendable () -> Double
  /// Sets the time zone in which scripts see dates.
  public var setTimeZone: @Sendable (String) -> Void

  /// The folder in which this program lies, with those that it starts; `nil` where it is unknown.
  public var programFolder: @Sendable () -> String?

  /// An environment of the given parts.
  public init(
    arguments: [String?], input: any ByteSource, output: any ByteSink, errors: any ByteSink,
    variable: @escaping @Sendable (String) -> String?, now: @escaping @Sendable () -> Timestamp,
    uptimeSeconds: @escaping @Sendable () -> Double,
    setTimeZone: @escaping @Sendable (String) -> Void,
    programFolder: @escaping @Sendable () -> String? = { nil }
  ) {
    self.arguments = arguments
    self.input = input
    self.output = output
    self.errors = errors
    self.variable = variable
    self.now = now
    self.uptimeSeconds = uptimeSeconds
    self.setTimeZone = setTimeZone
    self.programFolder = programFolder
  }

  /// This process's own. To be called first of all, while there is one thread.
  public static func ofProcess() -> Environment {
    System.prepareProcess()
    return Environment(
      arguments: System.arguments(), input: DescriptorSource(descriptor: 0),
      output: DescriptorSink(descriptor: 1), errors: DescriptorSink(descriptor: 2),
      variable: System.variable, now: Timestamp.now, uptimeSeconds: System.uptimeSeconds,
      setTimeZone: System.setTimeZone, programFolder: System.programFolder)
  }
}
