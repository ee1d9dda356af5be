extension PluginRuntime {
  /// The version of this library and of the programs that come with it.
  public static let version = "0.1.0"
}
