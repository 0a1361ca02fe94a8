import GNSS
import Geodesy
import Records

/// Gathers height and speed over time from records.
public struct TrackCurves: Sendable {
  /// Height above the sea, metres.
  public private(set) var height: Profile
  /// Speed, km/h: by Doppler, else from one fix to the next.
  public private(set) var speed: Profile

  private var last: (coordinate: Coordinate, time: Double)?

  /// Curves without points; see ``Profile/init(span:columns:)``.
  public init(span: ClosedRange<Double>, columns: Int) {
    height = Profile(span: span, columns: columns)
    speed = Profile(span: span, columns: columns)
  }

  /// Takes the next record.
  ///
  /// - Parameter time: its moment on the scale of the span, seconds; nil if it has none there.
  public mutating func take(_ record: Record, at time: Double?) {
    switch record.body {
    case .fix(let record) where record.reason.isInTrack:
      if let time { take(record.fix, at: time) }
    case .gap, .trip:
      height.breakLine()
      speed.breakLine()
      last = nil
    case .fix, .tag, .located, .start, .stop, .clock, .gesture, .mode, .heading, .checkpoint: break
    }
  }

  private mutating func take(_ fix: Fix, at time: Double) {
    guard let coordinate = fix.coordinate else { return }
    if fix.mode != .twoDimensional, let meters = fix.heightsCompleted(by: .egm96).altMSLMeters {
      height.take(meters, at: time)
    }
    if let speed = fix.speedMetersPerSecond {
      self.speed.take(speed * 3.6, at: time)
    } else if let last, time > last.time {
      speed.take(last.coordinate.distanceMeters(to: coordinate) / (time - last.time) * 3.6, at: time)
    }
    last = (coordinate, time)
  }
}
