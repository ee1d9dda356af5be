import Notifications

/// Finds the handler of a response by its category and action, byte for byte.
package struct Router: Sendable {
  private let places: [Identifier: Place]

  private struct Place: Sendable {
    let bundle: PluginBundle
    let category: Manifest.Category
  }

  /// A router to bundles that serve together.
  package init(_ set: BundleSet) {
    self.init(set.bundles)
  }

  /// A router to bundles, of which no two have the same category.
  package init(_ bundles: [PluginBundle]) {
    var places: [Identifier: Place] = [:]
    for bundle in bundles {
      for category in bundle.manifest.categories where places[category.category.identifier] == nil {
        places[category.category.identifier] = Place(bundle: bundle, category: category)
      }
    }
    self.places = places
  }

  /// Every category, sorted by bytes.
  package var categories: [NotificationCategory] {
    places.values.map(\.category.category).sorted { $0.identifier < $1.identifier }
  }

  /// The category of this name.
  package func category(_ identifier: Identifier) -> NotificationCategory? {
    places[identifier]?.category.category
  }

  /// Where the response goes. Opening and dismissing are routes of their own: neither stands in
  /// for the other, nor for an unknown action.
  package func route(_ response: NotificationResponse) -> Route {
    route(
      category: response.notification.request.content.categoryIdentifier,
      action: response.actionIdentifier)
  }

  /// Where a response with this category and action goes.
  package func route(category name: Identifier, action: Identifier) -> Route {
    guard !name.rawValue.isEmpty else { return .unrouted(Unrouted(.noCategory)) }
    guard let place = places[name] else {
      let nearest = NearestName.nearest(to: name, among: places.keys.sorted())
      return .unrouted(Unrouted(.unknownCategory, nearest: nearest))
    }
    switch action {
    case ActionIdentifier.default:
      return route(.default, to: place.category.defaultHandler, in: place, else: .noDefaultHandler)
    case ActionIdentifier.dismiss:
      return route(.dismiss, to: place.category.dismissHandler, in: place, else: .noDismissHandler)
    default:
      return route(to: action, in: place)
    }
  }

  private func route(to action: Identifier, in place: Place) -> Route {
    let actions = place.category.category.actions
    guard let index = actions.firstIndex(where: { $0.identifier == action }) else {
      let nearest = NearestName.nearest(to: action, among: actions.map(\.identifier))
      return .unrouted(Unrouted(.unknownAction, nearest: nearest))
    }
    return route(
      .action(actions[index]), to: place.category.handlers[index], in: place, else: .unknownAction)
  }

  private func route(
    _ kind: RoutedHandler.Kind, to file: String?, in place: Place, else reason: UnroutedReason
  ) -> Route {
    guard let file else { return .unrouted(Unrouted(reason)) }
    return .handler(
      RoutedHandler(
        bundle: place.bundle, category: place.category.category, kind: kind, file: file))
  }
}
