import Foundation
import LoopbackServer
import Testing
import WebhookSender

/// The program that makes certificates and serves with them; `nil` where there is none.
private let openssl = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// A server of `openssl` with a certificate that nobody vouches for.
@Suite("A webhook over https", .enabled(if: openssl != nil, "openssl makes the certificate"))
struct CertificateTests {
  @Test("is not posted where the certificate is not to be trusted")
  func selfSigned() async throws {
    let openssl = try #require(openssl)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("plugrun-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let making = try Self.start(
      openssl, in: folder,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
        "-days", "2", "-subj", "/CN=localhost",
      ])
    making.waitUntilExit()
    try #require(making.terminationStatus == 0)
    let port = try LoopbackServer.freePort()
    let server = try Self.start(
      openssl, in: folder,
      ["s_server", "-accept", "\(port)", "-key", "key.pem", "-cert", "cert.pem", "-quiet"])
    defer { server.terminate() }
    let sender = try WebhookSender(to: "https://localhost:\(port)/", attemptSeconds: 30)
    var attempt: Attempt
    repeat {
      attempt = await Attempt.make(sender)
    } while attempt == .failed("https://localhost:\(port) took no connection") && server.isRunning
    #expect(
      attempt
        == .failed("https://localhost:\(port) has no certificate that this system accepts"))
  }

  private static func start(
    _ program: String, in folder: URL, _ arguments: [String]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
