import Clocks
import Text

/// Trips for people and for programs.
public enum TripText {
  /// The line above the rows.
  ///
  /// - Parameter zone: the zone of the times, at most 6 characters.
  public static func header(zone: String) -> String {
    row([
      "trip", "start (\(zone))", "end", "distance", "moving", "ascent", "descent", "km/h", "gaps", "tags",
    ])
  }

  /// One trip on one line of at most 80 columns.
  ///
  /// - Parameters:
  ///   - trip: the trip.
  ///   - offsetSeconds: local time minus UTC, at a time.
  public static func line(_ trip: TripSummary, offsetSeconds: (UnixTime) -> Int64) -> String {
    let start = trip.start.map { local($0.time, offsetSeconds) }
    let end = trip.end.map { local($0.time, offsetSeconds) }
    var endText = end.map(clock) ?? ""
    if let start, let end, end.date != start.date {
      endText += "+\(end.date.daysSinceEpoch - start.date.daysSinceEpoch)d"
    }
    return row([
      trip.number == 0 ? "-" : "\(trip.number)",
      start.map { "\(day($0)) \(clock($0))" } ?? (trip.fixes == 0 ? "no fix" : "no time"), endText,
      distance(trip.distanceMeters), duration(trip.movingSeconds), meters(trip.ascentMeters),
      meters(trip.descentMeters), trip.maximumSpeedMetersPerSecond.map { number($0 * 3.6) } ?? "-", "\(trip.gaps)",
      "\(trip.tags)",
    ])
  }

  /// One trip as one JSON object with its newline; the keys are in `docs/cli.md`.
  public static func json(_ trip: TripSummary) -> [UInt8] {
    var line = JSONLine()
    line.put("trip", Int(trip.number))
    if let start = trip.start { line.put("start", time: start.time) }
    if let end = trip.end { line.put("end", time: end.time) }
    line.put("elapsed_s", trip.elapsedSeconds?.writable, decimals: 3)
    line.put("distance_m", trip.distanceMeters.writable, decimals: 1)
    line.put("moving_s", trip.movingSeconds.writable, decimals: 1)
    line.put("max_speed", trip.maximumSpeedMetersPerSecond?.writable, decimals: 3)
    line.put("ascent_m", trip.ascentMeters?.writable, decimals: 1)
    line.put("descent_m", trip.descentMeters?.writable, decimals: 1)
    line.put("fixes", trip.fixes)
    line.put("outliers", trip.outliers)
    line.put("gaps", trip.gaps)
    line.put("tags", trip.tags)
    return line.finish()
  }

  /// A length as people say it: `850 m`, `12.34 km`, `1234.5 km`.
  public static func distance(_ meters: Double) -> String {
    guard let meters = meters.writable else { return "-" }
    if meters < 999.5 { return "\(number(meters)) m" }
    var out = ByteWriter(capacity: 16)
    out.put(meters / 1_000, decimals: meters < 99_995 ? 2 : 1)
    return out.string + " km"
  }

  /// A duration in hours and minutes, such as `2:45`.
  public static func duration(_ seconds: Double) -> String {
    guard let seconds = seconds.writable else { return "-" }
    let minutes = Int((seconds / 60).rounded())
    return "\(minutes / 60):\(two(minutes % 60))"
  }

  /// A height in whole metres, such as `640 m`.
  public static func meters(_ meters: Double?) -> String {
    meters?.writable.map { "\(number($0)) m" } ?? "-"
  }

  /// A moment as `2026-11-30 14:05`, shifted by an offset from UTC.
  public static func minute(_ time: UnixTime, offsetSeconds: Int64) -> String {
    let shown = local(time) { _ in offsetSeconds }
    return "\(day(shown)) \(clock(shown))"
  }

  private static func local(_ time: UnixTime, _ offsetSeconds: (UnixTime) -> Int64) -> UnixTime {
    let (shift, tooFar) = offsetSeconds(time).multipliedReportingOverflow(by: 1_000_000_000)
    let (shifted, overflow) = time.nanoseconds.addingReportingOverflow(shift)
    return tooFar || overflow ? time : UnixTime(nanoseconds: shifted)
  }

  private static func day(_ time: UnixTime) -> String {
    var out = ByteWriter(capacity: 10)
    out.put(date: time.date)
    return out.string
  }

  private static func clock(_ time: UnixTime) -> String {
    let minutes = Int(time.nanosecondsOfDay / 60_000_000_000)
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func number(_ value: Double) -> String {
    value.writable.map { "\(Int($0.rounded()))" } ?? "-"
  }

  /// Widths in columns, negative for what stands at the left of its column. 79 in all.
  private static let widths = [4, -18, -9, 9, 8, 8, 8, 5, 5, 5]

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let blanks = String(repeating: " ", count: max(0, abs(width) - cell.count - (width < 0 ? 2 : 0)))
      line += width < 0 ? "  " + cell + blanks : (index > 0 && blanks.isEmpty ? " " : blanks) + cell
    }
    return line
  }
}
