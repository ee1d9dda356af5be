/// The system gave no thread.
struct ThreadFailure: Error {
  let what: String
  let number: Int32

  var sentence: String { "\(what) cannot be started: \(errorText(number))" }
}
