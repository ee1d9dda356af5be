import Testing

/// Every function that a script finds, through real scripts and the public API.
@Suite("The API")
enum APITests {}
