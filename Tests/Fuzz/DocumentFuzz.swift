import Notifications

@testable import ActionPlugins

/// Manifests, payloads and responses.
enum DocumentFuzz {
  static func feedManifest(_ bytes: [UInt8]) {
    let (manifest, problems) = ManifestReader.read(
      bytes, file: "plugin.json", scripts: nil, limits: .default)
    precondition((manifest == nil) == !problems.isEmpty, "a manifest, or why not")
  }

  static func feedPayload(_ bytes: [UInt8]) {
    for lenient in [false, true] {
      guard let payload = try? Payload.read(bytes, lenient: lenient) else { continue }
      precondition(payload.byteCount == bytes.count)
    }
  }

  static func feedResponse(_ bytes: [UInt8]) {
    let now = Timestamp(wholeSeconds: 1)
    guard let response = try? ResponseFile.read(bytes, now: now, lenient: true) else { return }
    let recorded = try? NotificationResponse(recorded: response.recordedValue)
    precondition(recorded == response, "what is recorded reads the same")
  }
}
