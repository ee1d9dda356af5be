/// The bytes of a Lua file in memory that C can point at, with the names C knows it by.
@safe final class ScriptText: @unchecked Sendable {
  // Sendable: everything is written in init and only read until deinit frees it.
  let file: CText
  let module: CText
  let moduleName: String
  let bytes: UnsafeMutableBufferPointer<CChar>

  init(file: String, bytes: [UInt8]) {
    self.file = CText(file)
    var path = Substring(file)
    if path.utf8.suffix(4).elementsEqual(".lua".utf8) { path = path.dropLast(4) }
    moduleName = String(path.map { $0 == "/" ? "." : $0 })
    module = CText(moduleName)
    unsafe self.bytes = .allocate(capacity: bytes.count)
    unsafe _ = self.bytes.initialize(from: bytes.lazy.map { CChar(bitPattern: $0) })
  }

  deinit { unsafe bytes.deallocate() }

  var copy: [UInt8] { unsafe bytes.map { UInt8(bitPattern: $0) } }
}

/// A zero-terminated copy of a string.
@safe final class CText: @unchecked Sendable {
  // Sendable: written in init and only read until deinit frees it.
  let pointer: UnsafePointer<CChar>
  let utf8: [UInt8]

  init(_ text: String) {
    utf8 = Array(text.utf8)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
    unsafe copy[utf8.count] = 0
    unsafe pointer = UnsafePointer(copy)
  }

  deinit { unsafe pointer.deallocate() }
}
