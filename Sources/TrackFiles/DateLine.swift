import Geodesy

/// Where the line between two neighbours crosses the meridian of 180 degrees.
struct DateLineCrossing: Equatable {
  /// The crossing, as the end of the line that comes there: with the longitude of its side.
  let end: Coordinate
  /// The same place as the start of the line that goes on.
  let start: Coordinate
  /// The part of the way that lies before it, 0...1.
  let fraction: Double

  /// The crossing of the short way between two places; nil if it stays on one side.
  ///
  /// The latitude is interpolated straight in degrees, as RFC 7946, section 3.1.9 shows it.
  init?(from: Coordinate, to: Coordinate) {
    let half: Int64 = 180_000_000_000
    let step = to.longitudeNanodegrees - from.longitudeNanodegrees
    guard step.magnitude > half.magnitude else { return nil }
    // A step of +358 degrees is a way to the west.
    let side = step > 0 ? -half : half
    let before = (side - from.longitudeNanodegrees).magnitude
    let whole = UInt64(2 * half) - step.magnitude
    let part = whole == 0 ? 0 : Double(before) / Double(whole)
    let rise = Double(to.latitudeNanodegrees - from.latitudeNanodegrees)
    let latitude = from.latitudeNanodegrees + Int64((rise * part).rounded())
    guard let end = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: side),
      let start = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: -side)
    else { return nil }
    self.end = end
    self.start = start
    fraction = part
  }
}
