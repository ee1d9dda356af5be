import Foundation
import Testing

/// `plugrun test` with a file named from where one stands.
@Suite struct TestCommandFolderTests {
  /// The folder that one stands in, in the bundle, and the file as one names it.
  @Test(arguments: [
    ("tests", "reply.json"), ("tests", "./reply.json"), ("tests", "../tests/reply.json"),
    (".", "tests/reply.json"), (".", "./tests/reply.json"), ("lib", "../tests/reply.json"),
  ])
  func `a file of tests finds its bundle from any folder`(folder: String, file: String) throws {
    let path = PlugrunProcess.packageFolder + "/Plugins/messages/" + folder
    let result = try PlugrunProcess.run(["test", file, "--filter", "empty"], in: path)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("1 case passed"))
  }
}
