import Clocks
import GNSS
import Geodesy
import LocationServices
import Records

/// What a trip amounts to.
public struct TripSummary: Equatable, Sendable {
  /// Its number; 0 for what was recorded before the first trip that is still in the journal.
  public var number: UInt32
  /// The time of its first fix; nil if that was never known.
  public var start: UTCStamp?
  /// The time of its last fix.
  public var end: UTCStamp?
  /// Seconds from the first fix to the last; nil if their clocks cannot be compared.
  public var elapsedSeconds: Double?
  /// The way gone, metres. Holes in the track do not count, nor does standing.
  public var distanceMeters = 0.0
  /// Seconds in motion: 0.5 m/s or more by Doppler, else by displacement.
  public var movingSeconds = 0.0
  /// The highest speed, metres a second; by displacement only where the receiver gave none.
  public var maximumSpeedMetersPerSecond: Double?
  /// All that was climbed, metres; nil without heights.
  public var ascentMeters: Double?
  /// All that was descended, metres, 0 or more; nil without heights.
  public var descentMeters: Double?
  /// Fixes in the track.
  public var fixes = 0
  /// Fixes that were kept, but cannot be true.
  public var outliers = 0
  /// Holes in the track.
  public var gaps = 0
  /// Tags made.
  public var tags = 0

  /// A trip in which nothing has happened.
  public init(number: UInt32) { self.number = number }
}

/// Adds up trips from records in the order of the journal. Give it dated records, see ``RecordDater``.
///
/// It keeps a summary a trip and no points.
public struct TripTally: Sendable {
  private var closed: [TripSummary] = []
  private var open = OpenTrip(number: 0)
  /// The newest press of the button, and the trip it was counted in.
  private var press: (sequence: SequenceNumber, trip: UInt32)?

  /// A tally of nothing.
  public init() {}

  /// The trips so far that have a fix or a tag, the one that goes on included.
  public var trips: [TripSummary] { (closed + [open.summary]).filter { $0.fixes > 0 || $0.tags > 0 } }

  /// The trip that records belong to now; 0 before the first.
  public var currentTrip: UInt32 { open.total.number }

  /// Takes the next record.
  public mutating func take(_ record: Record) {
    switch record.body {
    case .trip(let trip): begin(trip.number)
    case .checkpoint(let checkpoint):
      // Where the journal's beginning is gone, a checkpoint is the first to tell the trip.
      if checkpoint.trip != open.total.number { begin(checkpoint.trip) }
    case .fix(let fix): open.take(fix, Moment(record))
    case .gap(let gap): open.take(gap)
    case .tag(let tag):
      open.total.tags += 1
      if tag.source == .button { press = (record.sequence, open.total.number) }
    case .gesture(let gesture): if !gesture.kind.isTag { withdraw(gesture.press) }
    case .located, .start, .stop, .clock, .mode, .heading: break
    }
  }

  /// The newest press was no tag: no other one can be meant, because only one button is held at a time.
  private mutating func withdraw(_ sequence: SequenceNumber) {
    guard let press, press.sequence == sequence else { return }
    self.press = nil
    if press.trip == open.total.number {
      open.total.tags -= 1
    } else if let index = closed.lastIndex(where: { $0.number == press.trip }) {
      closed[index].tags -= 1
    }
  }

  private mutating func begin(_ number: UInt32) {
    var next = OpenTrip(number: number)
    if open.total.fixes == 0 {
      if press?.trip == open.total.number { press?.trip = number }
      // A tag made before the first fix belongs to the trip that it finds its place in.
      next.total.tags = open.total.tags
    } else {
      closed.append(open.summary)
    }
    open = next
  }
}

private struct OpenTrip: Sendable {
  var total: TripSummary
  private var motion = MotionMeter()
  private var climb = ClimbMeter()
  private var first: Moment?
  private var last: Moment?

  init(number: UInt32) { total = TripSummary(number: number) }

  mutating func take(_ record: FixRecord, _ moment: Moment) {
    guard record.reason.isInTrack else {
      total.outliers += 1
      return
    }
    guard record.fix.coordinate != nil else { return }
    total.fixes += 1
    first = first ?? moment
    last = moment
    motion.take(record.fix, moment)
    // A receiver that has no height goes on saying the last one.
    guard record.fix.mode != .twoDimensional else { return }
    if let height = record.fix.heightsCompleted(by: .egm96).altMSLMeters {
      climb.take(height, accuracyMeters: record.fix.verticalAccuracyMeters)
    }
  }

  mutating func take(_ gap: Gap) {
    // Holes before the first fix are no holes in anything.
    if total.fixes > 0 { total.gaps += 1 }
    motion.breakTrack()
    // A height is known again after a tunnel, and the climb in it was made; what happened while the logger was off is
    // not part of the trip.
    if gap.reason == .notRunning { climb.breakTrack() }
  }

  var summary: TripSummary {
    var summary = total
    summary.start = first?.utc
    summary.end = last?.utc
    if let first, let last { summary.elapsedSeconds = last.seconds(since: first) }
    summary.distanceMeters = motion.distanceMeters
    summary.movingSeconds = motion.movingSeconds
    summary.maximumSpeedMetersPerSecond = motion.maximumSpeedMetersPerSecond
    let climb = climb.finished
    summary.ascentMeters = climb.isMeasured ? climb.ascentMeters : nil
    summary.descentMeters = climb.isMeasured ? climb.descentMeters : nil
    return summary
  }
}
