import Geodesy
import Text

/// What a GPX file covers, for its `<bounds>`.
///
/// GPX cannot say "across the date line": there, bounds would go round the world the wrong way, so that they are left
/// out as soon as they would be wider than half of it.
public struct GPXBounds: Equatable, Sendable {
  private var south = Int64.max
  private var north = Int64.min
  private var west = Int64.max
  private var east = Int64.min

  /// The bounds of nothing.
  public init() {}

  /// Takes in a place.
  public mutating func include(_ place: Coordinate) {
    south = min(south, place.latitudeNanodegrees)
    north = max(north, place.latitudeNanodegrees)
    let longitude = place.longitudeNanodegreesBelow180
    west = min(west, longitude)
    east = max(east, longitude)
  }

  func write(to out: inout ByteWriter) {
    guard south <= north, east - west <= 180_000_000_000 else { return }
    out.put("  <bounds minlat=\"")
    out.put(nanodegrees: south)
    out.put("\" minlon=\"")
    out.put(nanodegrees: west)
    out.put("\" maxlat=\"")
    out.put(nanodegrees: north)
    out.put("\" maxlon=\"")
    out.put(nanodegrees: east)
    out.put("\"/>\n")
  }
}
