import Foundation

/// What is fed with bytes. `FUZZ_TARGET` in the environment names the one to run.
enum FuzzTarget: String, CaseIterable {
  case json, manifest, payload, response, decode, encode, matcher

  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let known = allCases.map(\.rawValue).joined(separator: " ")
      fatalError("set FUZZ_TARGET to one of: \(known)")
    }
    return target
  }()

  func feed(_ bytes: [UInt8]) {
    switch self {
    case .json: JSONFuzz.feed(bytes)
    case .manifest: DocumentFuzz.feedManifest(bytes)
    case .payload: DocumentFuzz.feedPayload(bytes)
    case .response: DocumentFuzz.feedResponse(bytes)
    case .decode: ValueFuzz.shared.feedEncoded(bytes)
    case .encode: ValueFuzz.shared.feedJSON(bytes)
    case .matcher: ValueFuzz.shared.feedPattern(bytes)
    }
  }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  FuzzTarget.chosen.feed(bytes)
  return 0
}
