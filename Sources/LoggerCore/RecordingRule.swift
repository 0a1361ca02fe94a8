import Clocks
import Configuration
import Geodesy
import Records

/// Decides which fixes are kept, and why.
struct RecordingRule: Sendable {
  private let recording: Settings.Recording
  private var lastKept: (at: Instant, coordinate: Coordinate)?

  init(_ recording: Settings.Recording) { self.recording = recording }

  /// Judges a fix.
  ///
  /// - Parameters:
  ///   - coordinate: where.
  ///   - at: when.
  ///   - isBroken: whether the track is broken before it.
  /// - Returns: why it is kept, or nil.
  mutating func judge(_ coordinate: Coordinate, at: Instant, isBroken: Bool) -> FixRecord.Reason? {
    guard let reason = reason(coordinate, at: at, isBroken: isBroken) else { return nil }
    lastKept = (at, coordinate)
    return reason
  }

  private func reason(_ coordinate: Coordinate, at: Instant, isBroken: Bool) -> FixRecord.Reason? {
    guard let lastKept else { return .start }
    if isBroken { return .afterGap }
    if recording.keep == .all { return .every }
    let seconds = (at - lastKept.at).seconds
    if seconds >= recording.maximumIntervalSeconds { return .interval }
    if seconds >= recording.minimumIntervalSeconds,
      lastKept.coordinate.distanceMeters(to: coordinate) >= recording.minimumDistanceMeters
    {
      return .distance
    }
    return nil
  }
}
