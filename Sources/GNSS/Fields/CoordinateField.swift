import Geodesy

/// A position as a sentence states it, with the fineness of its last digit.
struct StatedPosition: Equatable {
  /// The place, exact to the nanodegree.
  var coordinate: Coordinate
  /// One unit of the last digit of the coarser of the two values, nanodegrees, at least 1.
  var unitNanodegrees: Int64

  /// Whether two statements can mean the same place, one of them perhaps rounded and the other cut.
  func agrees(with other: StatedPosition) -> Bool {
    let tolerance = UInt64(unitNanodegrees + other.unitNanodegrees + 2)
    let latitudes = (coordinate.latitudeNanodegrees - other.coordinate.latitudeNanodegrees).magnitude
    let longitudes = (coordinate.longitudeNanodegrees - other.coordinate.longitudeNanodegrees).magnitude
    return latitudes <= tolerance && min(longitudes, 360_000_000_000 - longitudes) <= tolerance
  }
}

extension FieldCursor {
  /// Four fields: latitude, N or S, longitude, E or W.
  ///
  /// - Returns: nil unless all four are right: both or none, because half a position is no position.
  mutating func nextPosition() -> StatedPosition? {
    let latitude = nextAngle(maximumDegrees: 90)
    let north = nextLetter()
    let longitude = nextAngle(maximumDegrees: 180)
    let east = nextLetter()
    guard let latitude, let longitude, let north = hemisphere(north, "N", "S"),
      let east = hemisphere(east, "E", "W"),
      let coordinate = Coordinate(
        latitudeNanodegrees: north * latitude.nanodegrees, longitudeNanodegrees: east * longitude.nanodegrees)
    else { return nil }
    return StatedPosition(
      coordinate: coordinate, unitNanodegrees: max(latitude.unitNanodegrees, longitude.unitNanodegrees))
  }

  /// Degrees and minutes in one field, `dddmm.mmmm`. The degrees are what stands before the last two digits in front of
  /// the point, since not every receiver pads them with zeros.
  private mutating func nextAngle(maximumDegrees: Int64) -> (nanodegrees: Int64, unitNanodegrees: Int64)? {
    let whole = takeDigits()
    let fraction = takePoint() ? takeDigits(limit: 9) : (value: 0, count: 0)
    let (degrees, minutes) = whole.value.quotientAndRemainder(dividingBy: 100)
    guard skipRest(), (1...5).contains(whole.count), minutes < 60, degrees <= maximumDegrees else { return nil }
    let unit = nanominutesPerUnit(decimals: fraction.count)
    let nanominutes = minutes * 1_000_000_000 + fraction.value * unit
    return (degrees * 1_000_000_000 + (nanominutes + 30) / 60, max(1, unit / 60))
  }

  private func hemisphere(_ letter: UInt8?, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar) -> Int64? {
    switch letter {
    case UInt8(ascii: positive): 1
    case UInt8(ascii: negative): -1
    default: nil
    }
  }
}

/// 10^(9 - decimals), for 0 to 9 decimals: what the last of so many counts, in thousand-millionths of a minute.
private func nanominutesPerUnit(decimals: Int) -> Int64 {
  switch decimals {
  case 0: 1_000_000_000
  case 1: 100_000_000
  case 2: 10_000_000
  case 3: 1_000_000
  case 4: 100_000
  case 5: 10_000
  case 6: 1_000
  case 7: 100
  case 8: 10
  default: 1
  }
}
