/// Why one attempt failed, for people; another one may succeed.
struct WebhookFailure: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String, from target: WebhookAddress) {
    description = "\(target.origin) \(reason)"
  }
}
