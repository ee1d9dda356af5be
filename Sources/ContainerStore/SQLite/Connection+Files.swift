import Notifications

extension Connection {
  func storedFile(_ file: FileKey) throws(ContainerError) -> Versioned<[UInt8]>? {
    try first(.file, .name(file.plugin), .name(file.name)) { row in
      Versioned(row.bytes(0), Version(row.integer(1)))
    }
  }

  /// The version and the size in bytes of a file.
  func fileFacts(_ file: FileKey) throws(ContainerError) -> (version: Version, size: Int)? {
    try first(.fileFacts, .name(file.plugin), .name(file.name)) { row in
      (Version(row.integer(0)), row.count(1))
    }
  }

  func storedFileNames(_ query: ReadSet.FileQuery) throws(ContainerError) -> [Identifier] {
    guard let end = query.prefix.endOfPrefix else {
      return try all(.namesFrom, .name(query.plugin), .name(query.prefix)) { row in row.name(0) }
    }
    return try all(
      .namesBetween, .name(query.plugin), .name(query.prefix), .bytes(end)
    ) { row in row.name(0) }
  }

  /// How many files a plugin has.
  func fileCount(of plugin: Identifier) throws(ContainerError) -> Int {
    try first(.fileCount, .name(plugin)) { row in row.count(0) } ?? 0
  }

  /// Bytes of all files of a plugin.
  func fileBytes(of plugin: Identifier) throws(ContainerError) -> Int {
    try first(.fileBytes, .name(plugin)) { row in row.count(0) } ?? 0
  }

  func setFileBytes(_ bytes: Int, of plugin: Identifier) throws(ContainerError) {
    try run(.setFileBytes, .name(plugin), .count(bytes))
  }

  func setFile(
    _ content: [UInt8]?, _ file: FileKey, version: Version
  ) throws(ContainerError) {
    guard let content else { return try run(.removeFile, .name(file.plugin), .name(file.name)) }
    try run(
      .setFile, .name(file.plugin), .name(file.name), .integer(version.number), .bytes(content))
  }

  func eraseFiles(of plugin: Identifier) throws(ContainerError) {
    try run(.eraseFiles, .name(plugin))
    try run(.eraseFileBytes, .name(plugin))
  }

  func eraseFiles() throws(ContainerError) {
    try run(.eraseAllFiles)
    try run(.eraseAllFileBytes)
  }
}

extension Query {
  fileprivate static let file = Query(
    "SELECT content, version FROM files WHERE plugin = ? AND name = ?")
  fileprivate static let fileFacts = Query(
    "SELECT version, length(content) FROM files WHERE plugin = ? AND name = ?")
  fileprivate static let namesFrom = Query(
    "SELECT name FROM files WHERE plugin = ? AND name >= ? ORDER BY name")
  fileprivate static let namesBetween = Query(
    "SELECT name FROM files WHERE plugin = ? AND name >= ? AND name < ? ORDER BY name")
  fileprivate static let fileCount = Query("SELECT count(*) FROM files WHERE plugin = ?")
  fileprivate static let fileBytes = Query("SELECT bytes FROM owners WHERE plugin = ?")
  fileprivate static let setFileBytes = Query("INSERT OR REPLACE INTO owners VALUES (?, ?)")
  fileprivate static let setFile = Query(
    """
    INSERT INTO files(plugin, name, version, content) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET version = excluded.version, content = excluded.content
    """)
  fileprivate static let removeFile = Query("DELETE FROM files WHERE plugin = ? AND name = ?")
  fileprivate static let eraseFiles = Query("DELETE FROM files WHERE plugin = ?")
  fileprivate static let eraseFileBytes = Query("DELETE FROM owners WHERE plugin = ?")
  fileprivate static let eraseAllFiles = Query("DELETE FROM files")
  fileprivate static let eraseAllFileBytes = Query("DELETE FROM owners")
}
