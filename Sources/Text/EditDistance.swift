/// How many single letters must be put in, left out, replaced or swapped with their neighbour to make one word from the
/// other (optimal string alignment), up to a limit.
///
/// - Returns: the count; nil if it is more than `limit`.
func editDistance(_ left: String, _ right: String, limit: Int) -> Int? {
  let left = Array(left.lowercased().unicodeScalars)
  let right = Array(right.lowercased().unicodeScalars)
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    beforeLast = last
    last = current
  }
  return last[right.count] <= limit ? last[right.count] : nil
}

extension Sequence<String> {
  /// The word that was probably meant: the nearest one, if it is near enough to be no guess.
  public func nearest(to word: String) -> String? {
    let limit = Swift.max(1, Swift.min(word.utf8.count, 24) / 3)
    let candidates = compactMap { name in editDistance(word, name, limit: limit).map { (name: name, distance: $0) } }
    return candidates.min { $0.distance < $1.distance }?.name
  }
}
