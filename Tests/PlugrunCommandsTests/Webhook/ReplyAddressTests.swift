import Testing

@testable import PlugrunCommands

@Suite("Where replies are posted")
struct ReplyAddressTests {
  @Test(
    "is an address of HTTP with a host",
    arguments: [
      "http://localhost", "https://example.com/replies?token=a:b@c", "HTTP://LOCALHOST:8080/",
      "http://h:1", "http://h:65535#x", "http://h:/", "http://user:word@h:80/x", "http://1.2.3.4/",
      "http://[::1]", "https://[fe80::1]:8443/x",
    ])
  func good(_ address: String) {
    #expect(ReplyAddress(address) != nil)
  }

  @Test(
    "is nothing else, and no port that cannot be",
    arguments: [
      "", "http", "http:", "http:/", "http:/h", "http://", "http:///x", "http://:80/", "//h",
      "ftp://h/", "httpx://h/", "http://h:0/", "http://h:65536/", "http://h:99999/",
      "http://h:99999999999999999999/", "http://h:-1/", "http://h:8o/", "http://h:80:80/",
      "http://user@/", "http://user@:80/", "http://[::1/", "http://[::1]80/", "http://[::1]:0/",
      "http://a b/", "http://é/",
    ])
  func bad(_ address: String) {
    #expect(ReplyAddress(address) == nil)
  }

  @Test("cannot be an address of IPv6 where the system's library does not ask one")
  func ipv6() async {
    let result = await plugrun(["run", "a", "--reply-to", "http://[::1]:8766/"])
    #if canImport(Darwin)
      #expect(result.code == .badInput)
    #else
      #expect(result.code == .wrongCommandLine)
      #expect(
        result.errors == """
          plugrun: error: --reply-to cannot be an address of IPv6 on this system, whose network \
          library refuses them; give a name that stands for it, such as localhost for [::1]

          """)
    #endif
  }
}
