import Foundation
import Testing

extension PlugrunProcess.Result {
  /// Standard output as one JSON object, read by a reader that is not the product's own.
  func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(value as? [String: Any], sourceLocation: sourceLocation)
  }

  /// The text of the first reply.
  func firstReply(sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
    let replies = try json(sourceLocation: sourceLocation)["replies"] as? [[String: Any]]
    return replies?.first?["text"] as? String
  }
}
