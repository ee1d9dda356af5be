import Testing

/// Everything that tries to hold, crash or leave the sandbox. One after the other: what is measured
/// here is time.
@Suite("The sandbox", .serialized)
enum HostileTests {}
