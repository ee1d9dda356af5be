extension SQLiteContainer {
  /// The statements that have looked through a table row by row since the files were opened, with the
  /// number of rows.
  ///
  /// What responses need must not be among them: its cost would grow with what is stored.
  package func scans() throws(ContainerError) -> [String: Int] {
    try connections.withLock { connections throws(ContainerError) in
      var scans = try main(&connections).scans
      for (text, rows) in try protected(&connections).scans { scans[text, default: 0] += rows }
      return scans
    }
  }
}
