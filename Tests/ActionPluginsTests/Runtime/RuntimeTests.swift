import Testing

/// Everything that a runtime does, one test after another: many of them measure time.
@Suite("The runtime", .serialized)
enum RuntimeTests {}
