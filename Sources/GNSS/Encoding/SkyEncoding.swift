import Text

extension NMEAEncoder {
  /// Appends a GSA of one system that lists the satellites used, at most twelve of them.
  ///
  /// - Parameters:
  ///   - used: the satellites' numbers, as GSV states them.
  ///   - system: theirs; its id of version 4.11 is written.
  ///   - fix: whose dimension and dilutions are stated.
  public func putGSA(used: [Int], of system: SatelliteSystem, in fix: Fix, to writer: inout ByteWriter) {
    var content = "\(talker.name)GSA,A,\(max(1, Int(fix.mode.rawValue)))"
    for index in 0..<12 { content += index < used.count ? "," + Self.twoDigits(used[index]) : "," }
    for dilution in [fix.dilution.position, fix.dilution.horizontal, fix.dilution.vertical] {
      content += "," + Self.text(dilution, decimals: 2)
    }
    Self.put(content: content + ",\(system == .sbas ? 1 : system.rawValue)", to: &writer)
  }

  /// Appends the GSV sentences of the satellites in view, one set for each system, with the talkers of version 4.11.
  ///
  /// - Parameter satellites: in any order; those of no known system are left out.
  public func putSky(_ satellites: [Satellite], to writer: inout ByteWriter) {
    let systems: [(SatelliteSystem, String)] = [
      (.gps, "GP"), (.glonass, "GL"), (.galileo, "GA"), (.beidou, "GB"), (.qzss, "GQ"), (.navic, "GI"),
    ]
    for (system, talker) in systems {
      let own = satellites.filter { $0.system == system || system == .gps && $0.system == .sbas }
      let count = max(1, (own.count + 3) / 4)
      if own.isEmpty && system != .gps { continue }
      for number in 0..<count {
        var content = "\(talker)GSV,\(count),\(number + 1),\(Self.twoDigits(own.count))"
        for satellite in own.dropFirst(number * 4).prefix(4) {
          content += "," + Self.twoDigits(satellite.id)
          content += "," + (satellite.elevationDegrees.map(Self.twoDigits) ?? "")
          content += "," + (satellite.azimuthDegrees.map { ($0 < 100 ? "0" : "") + Self.twoDigits($0) } ?? "")
          content += "," + Self.text(satellite.signalToNoise, decimals: 0)
        }
        Self.put(content: content, to: &writer)
      }
    }
  }

  private static func twoDigits(_ value: Int) -> String { value >= 0 && value < 10 ? "0\(value)" : "\(value)" }

  private static func text(_ value: Double?, decimals: Int) -> String {
    guard let value, value.isFinite else { return "" }
    var writer = ByteWriter(capacity: 8)
    writer.put(value, decimals: decimals)
    return writer.string
  }
}
