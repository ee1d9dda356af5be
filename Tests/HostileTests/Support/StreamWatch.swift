import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads along what the process writes to its standard streams.
enum StreamWatch {
  /// Does the work; answers with what was written meanwhile, which is passed on afterwards.
  static func watching<Value>(
    _ work: () async -> Value
  ) async -> (Value, String) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("plugrun-streams-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { return (await work(), "") }
    let kept = [1, 2].map { (stream: Int32) in (stream, dup(stream)) }
    for (stream, _) in kept { dup2(descriptor, stream) }
    let value = await work()
    for (stream, copy) in kept {
      dup2(copy, stream)
      close(copy)
    }
    close(descriptor)
    let written = (try? Data(contentsOf: file)) ?? Data()
    FileHandle.standardError.write(written)
    return (value, String(decoding: written, as: UTF8.self))
  }
}
