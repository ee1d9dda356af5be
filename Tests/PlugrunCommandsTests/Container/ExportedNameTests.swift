import ActionPlugins
import Testing

@testable import PlugrunCommands

@Suite("The name of an exported file")
struct ExportedNameTests {
  static let names: [(name: Identifier, text: String)] = [
    ("photo.jpg", "photo.jpg"), ("a b", "a b"), ("Γεια", "Γεια"), ("a/b", "a%2Fb"),
    ("/etc/passwd", "%2Fetc%2Fpasswd"), ("..", "%2E."), (".", "%2E"), (".hidden", "%2Ehidden"),
    ("a%2Fb", "a%252Fb"), ("a\u{0}b", "a%00b"), ("a\nb", "a%0Ab"), ("c:\\x", "c%3A%5Cx"),
  ]

  @Test("stays in its folder", arguments: names)
  func plain(_ name: Identifier, _ text: String) {
    #expect(ExportedName(name).text == text)
  }

  @Test("is short enough for a file system, and different for different names")
  func long() {
    let first = ExportedName(Identifier(String(repeating: "/", count: 100) + "a")).text
    let second = ExportedName(Identifier(String(repeating: "/", count: 100) + "b")).text
    #expect(first != second)
    #expect(first.hasPrefix("%~"))
    #expect(first.utf8.count == 66)
  }
}
