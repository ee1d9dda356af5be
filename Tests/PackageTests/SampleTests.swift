import Foundation
import Testing

/// The shipped bundles and their samples fit each other.
@Suite struct SampleTests {
  @Test func `every action of every bundle has a response to try it with`() throws {
    let responses = try Self.responses()
    for manifest in try Self.manifests() {
      for category in manifest.categories {
        let tried = Set(
          responses.filter { $0.category == category.identifier }.map(\.action))
        #expect(
          Set(category.handled).isSubset(of: tried),
          "\(manifest.identifier): \(category.identifier)")
      }
    }
  }

  @Test func `every response and payload names a category of a bundle`() throws {
    let known = Set(try Self.manifests().flatMap { $0.categories.map(\.identifier) })
    for response in try Self.responses() {
      #expect(known.contains(response.category), "\(response.path)")
    }
    for payload in try Self.payloads() {
      let content = try JSONDecoder().decode(Payload.self, from: Data(payload.text.utf8))
      #expect(known.contains(content.aps.category), "\(payload)")
    }
  }

  @Test func `every payload is one that a server may send`() throws {
    for payload in try Self.payloads() {
      #expect(payload.text.utf8.count <= 4096, "\(payload): APNs refuses more than 4096 bytes")
    }
  }

  @Test func `every response has a date, so that its run can be compared`() throws {
    for response in try Self.responses() { #expect(response.date != nil, "\(response.path)") }
  }

  // MARK: - Reading

  struct Manifest: Decodable {
    var identifier: String
    var categories: [Category]

    struct Category: Decodable {
      var identifier: String
      var actions: [Action]
      var defaultHandler: String?
      var dismissHandler: String?

      /// Each action identifier that a handler of the category gets.
      var handled: [String] {
        var identifiers = actions.map(\.identifier)
        if defaultHandler != nil {
          identifiers.append("com.apple.UNNotificationDefaultActionIdentifier")
        }
        if dismissHandler != nil {
          identifiers.append("com.apple.UNNotificationDismissActionIdentifier")
        }
        return identifiers
      }
    }

    struct Action: Decodable { var identifier: String }
  }

  struct Payload: Decodable {
    var aps: APS
    struct APS: Decodable { var category: String }
  }

  struct Response: Decodable {
    var actionIdentifier: String
    var notification: Notification
    struct Notification: Decodable {
      var date: String?
      var request: Request
    }
    struct Request: Decodable { var content: Content }
    struct Content: Decodable { var categoryIdentifier: String }
  }

  static func manifests() throws -> [Manifest] {
    let files = try PackageFiles.files(under: "Plugins", extensions: ["json"])
      .filter { $0.path.hasSuffix("/plugin.json") }
    try #require(!files.isEmpty)
    return try files.map { try JSONDecoder().decode(Manifest.self, from: Data($0.text.utf8)) }
  }

  static func responses() throws
    -> [(path: String, action: String, category: String, date: String?)]
  {
    let files = try PackageFiles.files(under: "Examples/responses", extensions: ["json"])
    try #require(!files.isEmpty)
    return try files.map { file in
      let response = try JSONDecoder().decode(Response.self, from: Data(file.text.utf8))
      let notification = response.notification
      return (
        file.path, response.actionIdentifier, notification.request.content.categoryIdentifier,
        notification.date
      )
    }
  }

  static func payloads() throws -> [PackageFiles.File] {
    let files = try PackageFiles.files(under: "Examples/payloads", extensions: ["apns"])
    try #require(!files.isEmpty)
    return files
  }
}
