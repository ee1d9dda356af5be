/// Finds the known name that a mistaken one most likely means.
public enum NearestName {
  /// The name among `candidates` that is nearest to `name`; nil when none is near.
  ///
  /// Near is: the same but for the case of letters or the way accents are composed; or at most one
  /// third of the longer name's characters (at least 1, at most 3) left out, put in, exchanged or
  /// swapped with a neighbour. Of equally near ones the first by bytes wins. A candidate equal to
  /// `name` is no mistake and is passed over. Names above 128 characters are not compared.
  public static func nearest(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    guard let wanted = characters(name) else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where !candidate.hasSameBytes(as: name) {
      guard let letters = characters(candidate) else { continue }
      let bound = min(max(max(wanted.count, letters.count) / 3, 1), 3)
      guard let distance = distance(wanted, letters, bound: bound) else { continue }
      if let best, best.distance < distance { continue }
      if let best, best.distance == distance, Identifier(best.name) < Identifier(candidate) {
        continue
      }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// The identifier among `candidates` that is nearest to `identifier`; nil when none is near.
  public static func nearest(
    to identifier: Identifier, among candidates: some Sequence<Identifier>
  ) -> Identifier? {
    nearest(to: identifier.rawValue, among: candidates.map(\.rawValue)).map { Identifier($0) }
  }

  private static func characters(_ name: String) -> [Character]? {
    guard name.utf8.count <= 1024 else { return nil }
    let characters = Array(name.lowercased())
    return characters.count <= 128 ? characters : nil
  }

  /// Optimal string alignment: Damerau–Levenshtein in which no part is edited twice; nil above
  /// `bound`. Characters are compared as `String` does, so the composition of accents is no edit.
  private static func distance(
    _ left: [Character], _ right: [Character], bound: Int
  ) -> Int? {
    guard abs(left.count - right.count) <= bound else { return nil }
    // A short name whose every character differs is another name, not a slip.
    guard !left.isEmpty, !right.isEmpty else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1)
        cost = min(cost, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      guard let least = current.min(), least <= bound else { return nil }
      (beforeLast, last) = (last, current)
    }
    guard let distance = last.last, distance <= bound else { return nil }
    return distance < max(left.count, right.count) ? distance : nil
  }
}
