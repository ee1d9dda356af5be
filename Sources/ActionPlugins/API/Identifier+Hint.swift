extension Identifier {
  /// "; did you mean …?" with the nearest of the candidates, "" where none is near.
  func hint(among candidates: some Sequence<Identifier>) -> String {
    NearestName.nearest(to: self, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}
