/// A ``Profile`` as an area of dots, with its scale at the left.
struct ProfileChart {
  let profile: Profile
  /// What it shows, such as `height`.
  let name: String
  /// The unit of the scale, such as `m`.
  let unit: String
  /// Where the scale starts; nil for the lowest value.
  let base: Double?
  /// The least that the scale spans: below it one would look at noise.
  let leastSpan: Double

  /// The lines: a gutter of `gutter` columns with the scale, then the area. None if there is nothing to show.
  func lines(columns: Int, rows: Int, gutter: Int, theme: TerminalTheme) -> [String] {
    guard let range = profile.range, rows > 0, columns > gutter else { return [] }
    let bottom = base ?? range.lowerBound
    let top = max(range.upperBound, bottom + leastSpan)
    var canvas = DotCanvas(columns: columns - gutter, rows: rows, isUnicode: theme.isUnicode)
    for x in 0..<min(canvas.width, profile.columns.count) {
      guard let value = profile.columns[x] else { continue }
      // The lowest value is one dot high, or it could not be told from a hole.
      let share = min(max((value - bottom) / (top - bottom), 0), 1)
      let height = 1 + Int((share * Double(canvas.height - 1)).rounded())
      for y in 0..<height { canvas.set(x: x, y: canvas.height - 1 - y) }
    }
    return (0..<rows).map { row in
      var area = ""
      for column in 0..<canvas.columns { area.append(canvas.character(column: column, row: row) ?? " ") }
      while area.last == " " { area.removeLast() }
      let isEnd = row == 0 || row == rows - 1
      let label = row == 0 ? text(top) : row == rows - 1 ? text(bottom) : row == rows / 2 ? name : ""
      let tick = theme.isUnicode ? (isEnd ? "┤" : "│") : (isEnd ? "+" : "|")
      return theme.paint(label.right(gutter - 2) + " " + tick, .faint) + theme.paint(area, .track)
    }
  }

  private func text(_ value: Double) -> String {
    value.magnitude < 1e9 ? "\(Int(value.rounded())) \(unit)" : "?"
  }
}

extension String {
  /// The text at the right of so many columns; cut, if it is longer.
  func right(_ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - count)) + prefix(max(0, columns))
  }
}
