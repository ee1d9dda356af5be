import Foundation

/// Sends replies for `plugrun`, which so starts without the network stack.
///
/// Each line of standard input asks for something, each line of standard output answers; see
/// ``WebhookLine`` for both. It ends when standard input does.
@main
struct PlugrunWebhook {
  static func main() {
    // A reader that is gone is seen when writing fails.
    signal(SIGPIPE, SIG_IGN)
    // Ctrl-C reaches every program of the terminal; this one ends with the one that asks it.
    signal(SIGINT, SIG_IGN)
    let desk = WebhookDesk()
    while let line = readLine() {
      desk.take(line)
    }
    exit(0)
  }
}
