import Geodesy

/// What a fix can tell beyond its main fields. Unknown is nil, as everywhere.
public struct FixDetails: Equatable, Sendable {
  /// UTC time of day as the receiver stated it, nanoseconds since midnight; known before the date is.
  public var timeOfDayNanoseconds: Int64?
  /// One standard deviation of the speed, metres a second.
  public var speedAccuracyMetersPerSecond: Double?
  /// One standard deviation of the track, degrees.
  public var trackAccuracyDegrees: Double?
  /// Vertical speed, metres a second, up positive.
  public var climbMetersPerSecond: Double?
  /// Direction the vehicle points to, degrees clockwise from true north; not the track.
  public var headingDegrees: Double?
  /// Where the fix's geoid separation comes from; nil where nobody has looked yet, see ``Fix/heightsCompleted(by:)``.
  public var geoidSeparationSource: SeparationSource?
  /// Age of the differential corrections, seconds.
  public var correctionAgeSeconds: Double?
  /// Satellites used in the position, by system.
  public var usedBySystem = SatelliteCounts()
  /// Whether the receiver says that its positions are on another datum than WGS 84: they may be off by hundreds of
  /// metres.
  public var isDatumForeign = false
  /// Whether the receiver's own integrity check rejects a satellite or calls the position unsafe.
  public var isIntegrityDoubtful = false
  /// Whether sentences of the epoch contradicted each other in the position, so that none is given.
  public var isContradictory = false
  /// Whether the time lies before that of the epoch published before: the receiver set its clock back.
  public var isStepBack = false
  /// Weeks added to the receiver's date because its week counter has rolled over; 0 if none.
  public var rolloverWeeks: Int16 = 0

  /// Unknown details.
  public init() {}
}

/// Satellites by system.
public struct SatelliteCounts: Equatable, Sendable {
  private var counts: InlineArray<8, UInt8> = .init(repeating: 0)

  /// None at all.
  public init() {}

  /// How many of a system.
  public subscript(system: SatelliteSystem) -> Int {
    get { Int(counts[Int(system.rawValue)]) }
    set { counts[Int(system.rawValue)] = UInt8(clamping: newValue) }
  }

  /// Of all systems together.
  public var total: Int {
    var sum = 0
    for index in counts.indices { sum += Int(counts[index]) }
    return sum
  }

  /// Compares system by system.
  public static func == (left: SatelliteCounts, right: SatelliteCounts) -> Bool {
    left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
  }
}
