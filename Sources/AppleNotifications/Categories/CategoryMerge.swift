import ActionPlugins

/// Which categories stand after plugins register theirs beside those of the host.
///
/// The system replaces the whole set at each registration, so a plugin's registration must repeat
/// what others have registered.
struct CategoryMerge<Category> {
  /// All categories to register: those of others first, in their order.
  let categories: [Category]
  /// Identifiers that others had registered and that plugins have now, sorted by bytes.
  let replaced: [Identifier]

  /// Merges by identifier, byte for byte.
  ///
  /// - Parameters:
  ///   - plugins: The plugins' categories, each identifier once. They replace others of the same
  ///     identifier, which are nearly always their own from an earlier launch.
  ///   - registered: What is registered now, of whomever.
  ///   - former: Identifiers that plugins registered before. Those that no plugin has any more are
  ///     dropped.
  init(
    _ plugins: [(identifier: Identifier, category: Category)],
    into registered: [(identifier: Identifier, category: Category)], former: Set<Identifier>
  ) {
    let own = Set(plugins.map(\.identifier))
    let foreign = registered.filter {
      !own.contains($0.identifier) && !former.contains($0.identifier)
    }
    categories = foreign.map(\.category) + plugins.map(\.category)
    replaced = registered.map(\.identifier)
      .filter { own.contains($0) && !former.contains($0) }.sorted()
  }
}
