/// Which directions of the field, in the axes of the board, a recording has seen: a map of the sphere, for people.
///
/// Ten rows from the top of the board (+z) to its bottom, ten columns around it from its back over its right side to its
/// front and its left; all cells have the same area.
public struct CoveragePicture: Equatable, Sendable {
  /// How many rows and how many columns.
  public static let side = 10

  /// Row by row; whether the field has been near the middle of the cell.
  public private(set) var cells: [Bool]

  /// The picture of what was collected. Nothing is covered until there is enough to know the middle of the sphere.
  public init(_ collector: SampleCollector) {
    let directions = collector.centre == nil ? [] : collector.directions.map(\.field)
    let reach = cosine(degrees: DirectionCells.reachDegrees)
    let seen = DirectionCells.centres.map { centre in directions.contains { $0.dot(centre) >= reach } }
    cells = (0..<Self.side).reversed().flatMap { band in seen[(band * Self.side)..<((band + 1) * Self.side)] }
  }

  /// A row of ten, `#` where it is covered, `.` where it is not.
  public func row(_ row: Int) -> String {
    guard (0..<Self.side).contains(row) else { return "" }
    return String(cells[(row * Self.side)..<((row + 1) * Self.side)].map { $0 ? "#" : "." })
  }
}
