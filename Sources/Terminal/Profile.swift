/// A curve over time that is gathered point by point into as many columns as will be shown, however many points there
/// are.
///
/// A column keeps the highest of its points, so that no summit is lost; columns between two points get the line between
/// them, unless the track has a hole there.
public struct Profile: Sendable {
  /// The span of time, seconds from any moment.
  public let span: ClosedRange<Double>
  /// What each column shows; nil where nothing is known.
  public private(set) var columns: [Double?]
  /// The lowest and the highest of all points; nil without any.
  public private(set) var range: ClosedRange<Double>?

  private var last: (column: Int, value: Double)?

  /// A curve without points.
  ///
  /// - Parameters:
  ///   - span: the time it covers, seconds.
  ///   - columns: how finely; at least 1.
  public init(span: ClosedRange<Double>, columns: Int) {
    self.span = span
    self.columns = [Double?](repeating: nil, count: max(1, columns))
  }

  /// Takes the next point; one outside the span or without a finite value is passed over.
  public mutating func take(_ value: Double, at time: Double) {
    guard value.isFinite, span.contains(time) else { return }
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    let length = span.upperBound - span.lowerBound
    let share = length > 0 ? (time - span.lowerBound) / length : 0
    let column = min(columns.count - 1, Int(share * Double(columns.count)))
    if let last, column > last.column + 1 {
      let slope = (value - last.value) / Double(column - last.column)
      for between in last.column + 1..<column { put(last.value + slope * Double(between - last.column), between) }
    }
    put(value, column)
    last = (column, value)
  }

  /// Nothing is known from the last point to the next one.
  public mutating func breakLine() { last = nil }

  private mutating func put(_ value: Double, _ column: Int) {
    columns[column] = max(columns[column] ?? value, value)
  }
}
