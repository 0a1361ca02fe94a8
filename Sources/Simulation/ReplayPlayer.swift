import Clocks
import Geodesy
import GNSS
import LoggerCore
import Text
import TrackFiles

/// Plays a recording into a board, step by step, on a virtual clock that follows the recording's own times: gaps are as
/// long as they were.
///
/// Between two steps the caller may sleep, to play at the pace of life; the clock of the recording never goes back. When
/// it is over, stop the board with ``StopReason/endOfInput``.
public struct ReplayPlayer {
  private enum Source {
    case log(LogBursts)
    case track([(wait: Duration, event: Event)], next: Int)
  }

  private enum Step {
    case bytes(ArraySlice<UInt8>)
    case event(Event)
  }

  /// How much there is to play: bytes of a log, or points and waypoints of a track.
  public let total: Int

  private var source: Source
  private var start: Instant
  private var elapsed = Duration.zero
  private var following: (wait: Duration, step: Step)?
  private var requests: UInt64 = 1 << 32

  /// Plays what a receiver sent, as it was received: any bytes, with NMEA 0183 among them.
  ///
  /// Each epoch is one event, at its time; a time of day that steps back moves the clock on by one second.
  ///
  /// - Parameters:
  ///   - log: all bytes of the recording.
  ///   - start: where on the board's clock it begins.
  public init(log: [UInt8], from start: Instant) {
    total = log.count
    source = .log(LogBursts(bytes: log))
    self.start = start
    fetch()
  }

  /// Plays a track file.
  ///
  /// Points come as fixes at their times, those without a time one second after the one before. Waypoints become tags
  /// at their own time if the track was under way then, else when the track was nearest to them.
  ///
  /// - Parameters:
  ///   - track: what a reader found, in the order of the file.
  ///   - start: where on the board's clock it begins.
  public init(track: [TrackEvent], from start: Instant) {
    let schedule = TrackSchedule(track)
    total = schedule.steps.count
    source = .track(schedule.steps, next: 0)
    self.start = start
    fetch()
  }

  /// How much of ``total`` has been played.
  public var played: Int {
    switch source {
    case .log(let bursts):
      if case .bytes(let bytes) = following?.step { return bursts.consumed - bytes.count }
      return bursts.consumed
    case .track(_, let next): return following == nil ? next : next - 1
    }
  }

  /// When the next step happens on the board's clock; nil at the end.
  public var nextMoment: Instant? { following.map { start + elapsed + $0.wait } }

  /// Plays the next step: lets the board's time pass up to it, then tells the logger.
  ///
  /// - Returns: the moment of the step; nil at the end.
  public mutating func step(on board: inout VirtualBoard) -> Instant? {
    guard let (wait, step) = following else { return nil }
    elapsed += wait
    let moment = max(start + elapsed, board.now)
    switch step {
    case .bytes(let bytes): board.send(.received(Array(bytes), firstByte: moment), at: moment)
    case .event(.command(let command, _)): board.request(command, at: moment)
    case .event(let event): board.send(event, at: moment)
    }
    fetch()
    return moment
  }

  private mutating func fetch() {
    switch source {
    case .log(var bursts):
      following = bursts.next().map { ($0.wait, .bytes($0.bytes)) }
      source = .log(bursts)
    case .track(let steps, let next):
      following = next < steps.count ? (steps[next].wait, .event(steps[next].event)) : nil
      source = .track(steps, next: min(next + 1, steps.count))
    }
  }
}
