/// The bar under a picture that says how long a kilometre is in it.
struct ScaleBar {
  /// What the bar stands for, metres: 1, 2 or 5 times a power of ten.
  let meters: Double
  /// How many columns it takes, both ends included; at least 2.
  let columns: Int

  /// The longest bar of a round length that fits.
  ///
  /// - Parameters:
  ///   - metersPerColumn: scale of the picture, above 0.
  ///   - limit: the most columns it may take.
  init(metersPerColumn: Double, limit: Int) {
    var best = (meters: 1.0, columns: 2)
    var unit = 1.0
    search: for _ in 0..<9 {
      for factor in [1.0, 2, 5] {
        let span = (unit * factor / metersPerColumn).rounded()
        if span > Double(max(2, limit)) { break search }
        best = (unit * factor, max(2, Int(span)))
      }
      unit *= 10
    }
    meters = best.meters
    columns = best.columns
  }

  /// The bar with its length, such as `|-----| 500 m`.
  func text(_ theme: TerminalTheme) -> String {
    let inner = columns - 2
    let bar =
      theme.isUnicode
      ? "├" + String(repeating: "─", count: inner) + "┤" : "|" + String(repeating: "-", count: inner) + "|"
    return bar + " " + (meters < 1_000 ? "\(Int(meters)) m" : "\(Int(meters / 1_000)) km")
  }
}
