/// A line of a comparison of two texts.
enum LineChange: Equatable {
  case same(String)
  case expected(String)
  case actual(String)

  /// The shortest way from one text's lines to the other's; above a size nothing counts as the same.
  static func changes(from expected: [String], to actual: [String]) -> [LineChange] {
    guard expected.count * actual.count <= 1_000_000 else {
      return expected.map { .expected($0) } + actual.map { .actual($0) }
    }
    let common = lengths(expected.map { Array($0.utf8) }, actual.map { Array($0.utf8) })
    var changes: [LineChange] = []
    var (left, right) = (0, 0)
    while left < expected.count, right < actual.count {
      if expected[left].utf8.elementsEqual(actual[right].utf8) {
        changes.append(.same(expected[left]))
        left += 1
        right += 1
      } else if common[left + 1][right] >= common[left][right + 1] {
        changes.append(.expected(expected[left]))
        left += 1
      } else {
        changes.append(.actual(actual[right]))
        right += 1
      }
    }
    return changes + expected[left...].map { .expected($0) } + actual[right...].map { .actual($0) }
  }

  /// How many lines the two have in common from each pair of lines on.
  private static func lengths(_ left: [[UInt8]], _ right: [[UInt8]]) -> [[Int]] {
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        lengths[row][column] =
          left[row] == right[column]
          ? lengths[row + 1][column + 1] + 1
          : max(lengths[row + 1][column], lengths[row][column + 1])
      }
    }
    return lengths
  }
}
