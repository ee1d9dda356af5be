import CBenchFloor
import ContainerStore

/// A container's file worked on by hand in C.
@safe final class ContainerFloor {
  private let container: OpaquePointer

  /// Opens the main file of a container that exists.
  init(folder: String) throws {
    let opened = unsafe bench_container_open("\(folder)/container.sqlite")
    guard let opened = unsafe opened else { throw BenchFailure("the C container did not open") }
    unsafe container = opened
  }

  deinit { unsafe bench_container_close(container) }

  /// Records a delivery and commits its effects.
  func invoke(_ number: Int, response: [UInt8], outcome: [UInt8]) throws {
    let isDone = unsafe response.withUnsafeBytes { response in
      unsafe outcome.withUnsafeBytes { outcome in
        let response = unsafe response.bindMemory(to: CChar.self)
        let outcome = unsafe outcome.bindMemory(to: CChar.self)
        guard let text = response.baseAddress, let end = outcome.baseAddress else { return false }
        return unsafe bench_container_invoke(
          container, Int32(truncatingIfNeeded: number), text, response.count, end, outcome.count)
      }
    }
    guard isDone else {
      throw unsafe BenchFailure(
        "the C container failed: \(String(cString: bench_container_message(container)))")
    }
  }

  /// The key of the last delivery.
  var lastKey: DeliveryKey? {
    let start = unsafe bench_container_key(container)
    return unsafe DeliveryKey(bytes: Array(UnsafeBufferPointer(start: start, count: 32)))
  }
}
