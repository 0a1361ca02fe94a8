import Geodesy
import Glibc

/// Leaves out points of a line that lie near enough to the line that remains.
///
/// It works on windows of ``windowLimit`` points (Douglas and Peucker, 1973), so that its memory does not grow with the
/// line. Every point that is left out lies within the tolerance of the great circle between the kept points on both
/// sides of it. First and last points stay; ``close()`` ends a line, so that nothing is ever joined across a gap.
struct Simplifier<Element: Sendable>: Sendable {
  /// Points in a window at most.
  static var windowLimit: Int { 1_024 }

  /// The tolerance in mean radii of the Earth. The sphere is wrong by 0.56 % at most, which is taken off.
  private let tolerance: Double
  private var elements: [Element] = []
  private var places: [UnitVector] = []
  private var isKept: [Bool] = []

  /// A simplifier.
  ///
  /// - Parameter toleranceMeters: how far from the line a point may be to be left out; 0 leaves out what is on it.
  init(toleranceMeters: Double) {
    tolerance = max(0, toleranceMeters) * (1 - 0.0057) / Coordinate.meanRadiusMeters
  }

  /// Takes the next point of the line.
  ///
  /// - Returns: the points before it that stay and are settled, in order; mostly none.
  mutating func push(_ element: Element, at place: Coordinate) -> [Element] {
    elements.append(element)
    places.append(UnitVector(place))
    guard elements.count >= Self.windowLimit else { return [] }
    var kept = settle()
    // The last point begins the next window, and is handed over with it.
    if let lastElement = kept.popLast(), let lastPlace = places.last {
      elements = [lastElement]
      places = [lastPlace]
    }
    return kept
  }

  /// Ends the line.
  ///
  /// - Returns: the points that stay, in order; the last one is among them.
  mutating func close() -> [Element] {
    guard !elements.isEmpty else { return [] }
    let kept = settle()
    elements.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    return kept
  }

  private mutating func settle() -> [Element] {
    isKept = Array(repeating: false, count: places.count)
    isKept[0] = true
    isKept[places.count - 1] = true
    var spans = [(first: 0, last: places.count - 1)]
    while let span = spans.popLast() {
      guard span.last - span.first > 1 else { continue }
      let arc = Arc(from: places[span.first], to: places[span.last])
      var farthest = (index: 0, distance: tolerance)
      for index in (span.first + 1)..<span.last {
        let distance = arc.distance(to: places[index])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.index > 0 else { continue }
      isKept[farthest.index] = true
      spans.append((span.first, farthest.index))
      spans.append((farthest.index, span.last))
    }
    return elements.indices.filter { isKept[$0] }.map { elements[$0] }
  }
}

/// A place on the unit sphere.
private struct UnitVector: Sendable {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  init(_ place: Coordinate) {
    let latitude = place.latitudeDegrees * .pi / 180
    let longitude = place.longitudeDegrees * .pi / 180
    self.init(x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  static func - (left: UnitVector, right: UnitVector) -> UnitVector {
    UnitVector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: UnitVector) -> UnitVector {
    UnitVector(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }
}

/// The short great circle between two places.
private struct Arc {
  private let start: UnitVector
  private let end: UnitVector
  private let step: UnitVector
  /// The pole of the great circle, times ``poleLength``.
  private let pole: UnitVector
  private let poleLength: Double

  init(from start: UnitVector, to end: UnitVector) {
    self.start = start
    self.end = end
    step = end - start
    // From the difference, not from the places: they are nearly parallel, and their product would be mostly rounding.
    pole = start.cross(step)
    poleLength = pole.length
  }

  /// The distance of a place, as an angle in radians; of its nearest end if it lies beyond the ends.
  func distance(to place: UnitVector) -> Double {
    let offset = place - start
    let along = offset.dot(step)
    let whole = step.dot(step)
    guard poleLength > 0, along > 0, along < whole else {
      return Self.angle(ofChord: along >= whole && whole > 0 ? (place - end).length : offset.length)
    }
    return asin(min(1, abs(offset.dot(pole)) / poleLength))
  }

  private static func angle(ofChord chord: Double) -> Double { 2 * asin(min(1, chord / 2)) }
}
