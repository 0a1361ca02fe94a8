import Clocks
import Text

extension Epoch {
  /// Appends the epoch as one JSON object on one line, in SI units; unknown members are absent.
  public func putJSON(to json: inout ByteWriter) {
    json.put("{")
    if let time = fix.time {
      json.key("time")
      json.put("\"")
      json.put(iso: time.time)
      json.put("\"")
    }
    json.member("mode", Int(fix.mode.rawValue))
    if let coordinate = fix.coordinate { json.member(coordinate: coordinate) }
    json.member("altMSL", fix.altMSLMeters, decimals: 3)
    json.member("altHAE", fix.altHAEMeters, decimals: 3)
    json.member("geoidSep", fix.geoidSeparationMeters, decimals: 3)
    json.member("speed", fix.speedMetersPerSecond, decimals: 4)
    json.member("track", fix.trackDegrees, decimals: 3)
    json.member("hdop", fix.dilution.horizontal, decimals: 2)
    json.member("pdop", fix.dilution.position, decimals: 2)
    json.member("vdop", fix.dilution.vertical, decimals: 2)
    json.member("used", fix.satellitesUsed)
    json.member("inView", fix.satellitesInView)
    json.member("quality", fix.quality.map { Int($0.rawValue) })
    json.member("horizontalAccuracy", fix.horizontalAccuracyMeters, decimals: 2)
    json.member("accuracySource", fix.accuracySource?.name)
    json.member("verticalAccuracy", fix.verticalAccuracyMeters, decimals: 2)
    json.put("}\n")
  }
}

extension Fix.AccuracySource {
  /// The word used in output.
  public var name: StaticString {
    switch self {
    case .receiver: "receiver"
    case .gst: "gst"
    case .gbs: "gbs"
    case .garmin: "garmin"
    case .dilution: "dilution"
    case .imported: "imported"
    }
  }
}
