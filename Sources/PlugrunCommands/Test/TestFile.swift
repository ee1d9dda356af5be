import ActionPlugins

/// A file of a bundle's tests: a case, or an array of cases.
struct TestFile: Sendable {
  /// The file as the command line, or its folder, has it.
  let path: String
  let input: InputFile
  let bytes: [UInt8]
  let cases: [TestCase]

  /// The most bytes that a file of tests may have.
  static let maximumBytes = 1 << 20

  private static let caseNames: JSONNames = ["name", "response", "given", "expect"]
  private static let pushNames: JSONNames = ["apns", "action", "text"]

  /// The files of a bundle's tests, sorted by the bytes of their names; none where it has no tests.
  static func paths(ofBundle folder: String) throws(SystemError) -> [String] {
    let tests = folder + "/tests"
    do throws(SystemError) {
      return try System.names(in: tests)
        .filter { $0.rawValue.utf8.suffix(5).elementsEqual(".json".utf8) }
        .map { "\(tests)/\($0)" }
    } catch .noSuchFile {
      return []
    }
  }

  /// Reads a file with the responses that it names; a mistake in it refuses all of it.
  init(_ path: String, in environment: Environment) throws(Diagnostic) {
    let input = InputFile(
      path: path, holds: "a test case, or an array of them, as JSON",
      maximumBytes: Self.maximumBytes)
    self.path = path
    self.input = input
    bytes = try input.bytes(in: environment)
    let document = JSONDocument(bytes)
    do throws(JSONError) {
      let value = try JSONReader(maximumDepth: JSONReader.deepest, subject: "the file of tests")
        .read(bytes)
      let reading = Reading(file: path, document: document, environment: environment)
      var cases: [TestCase] = []
      if case .array(let items) = value {
        for (index, item) in items.enumerated() {
          cases.append(try reading.read(item, at: JSONPath.root.item(index), number: index + 1))
        }
      } else {
        cases.append(try reading.read(value, at: .root, number: nil))
      }
      self.cases = cases
    } catch {
      throw input.diagnostic(error, in: bytes)
    }
  }

  /// What reading a case needs beside its value.
  private struct Reading {
    let file: String
    let document: JSONDocument
    let environment: Environment

    func read(_ value: JSONValue, at path: JSONPath, number: Int?) throws(JSONError) -> TestCase {
      let fields = try JSONFields(value, at: path, known: caseNames)
      let given =
        try fields.fields("given", known: TestGiven.names).map { given throws(JSONError) in
          try TestGiven(given)
        } ?? TestGiven()
      guard let expect = try fields.object("expect") else { throw fields.missing("expect") }
      let stem = String(file.split(separator: "/").last ?? "")
      return TestCase(
        name: try fields.string("name") ?? (stem + (number.map { ", case \($0)" } ?? "")),
        file: file, line: document.position(of: path)?.line, path: path,
        response: try response(of: fields, now: given.now), given: given,
        expectation: try TestExpectation(expect, at: path.member("expect")))
    }

    private func response(of fields: JSONFields, now: Timestamp) throws(JSONError) -> TestResponse {
      let path = fields.path.member("response")
      switch fields.value("response") {
      case nil: throw fields.missing("response")
      case .string(let name)?:
        switch try sample(name, at: path, now: now) {
        case .response(let response): return .response(response)
        case .payload:
          throw JSONError(
            .invalidValue,
            "this is an .apns payload, which does not say what the person did; write {\"apns\": "
              + "\(name.quotedForMessage), \"action\": \"…\"}", at: path)
        }
      case .object(let object)? where object["apns"] != nil:
        return try push(JSONFields(object, at: path, known: pushNames), now: now)
      case .some(let value):
        return .response(try NotificationResponse(value, at: path, now: now))
      }
    }

    private func push(_ fields: JSONFields, now: Timestamp) throws(JSONError) -> TestResponse {
      let name = try fields.required("apns", fields.string)
      let action = try fields.required("action", fields.identifier)
      switch try sample(name, at: fields.path.member("apns"), now: now) {
      case .payload(let payload):
        return .payload(
          payload, action: action, text: try fields.string("text"), path: fields.path)
      case .response:
        throw fields.invalid(
          "apns", "this is a response, not an .apns payload; name it as \"response\" itself")
      }
    }

    /// A file beside the tests; its mistakes are told with its own name.
    private func sample(
      _ name: String, at path: JSONPath, now: Timestamp
    ) throws(JSONError) -> SampleFile {
      let isAbsolute = name.utf8.first == UInt8(ascii: "/")
      let file = InputFile(
        path: isAbsolute ? name : System.folder(of: self.file) + "/" + name,
        holds: "a response or an .apns payload as JSON",
        maximumBytes: PluginLimits.default.responseBytes)
      let bytes: [UInt8]
      do throws(Diagnostic) {
        bytes = try file.bytes(in: environment)
      } catch {
        throw JSONError(.invalidValue, "\(file.name): \(error.message)", at: path)
      }
      do throws(JSONError) {
        return try SampleFile.read(bytes, now: now, isNamedPayload: file.isNamedPayload)
      } catch {
        throw JSONError(.invalidValue, "\(file.name): \(error)", at: path)
      }
    }
  }
}
