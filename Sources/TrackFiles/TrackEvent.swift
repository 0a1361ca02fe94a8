import Clocks
import Geodesy
import GNSS

/// What a reader of a track file finds, in the order of the file.
public enum TrackEvent: Equatable, Sendable {
  /// A point.
  case fix(Fix)
  /// The track is not continuous between the point before and the one after.
  case segmentBreak
  /// A waypoint.
  case tag(ImportedTag)
}

/// A waypoint of a track file.
public struct ImportedTag: Equatable, Sendable {
  /// What it says; nil if it has no name.
  public var text: String?
  /// Where.
  public var coordinate: Coordinate
  /// Height above mean sea level, metres.
  public var altMSLMeters: Double?
  /// When, if the file says so.
  public var time: UTCStamp?

  /// Makes a waypoint.
  public init(text: String?, coordinate: Coordinate, altMSLMeters: Double? = nil, time: UTCStamp? = nil) {
    self.text = text
    self.coordinate = coordinate
    self.altMSLMeters = altMSLMeters
    self.time = time
  }
}

/// What a reader passed over: bad rows are counted, the first of them told, and none ends the reading.
public struct SkippedRows: Equatable, Sendable {
  /// How many are told.
  public static let toldLimit = 20

  /// How many there were.
  public private(set) var count = 0
  /// The first of them, as `line 7: ...`.
  public private(set) var told: [String] = []

  /// None so far.
  public init() {}

  mutating func add(line: Int, _ message: @autoclosure () -> String) {
    count += 1
    if told.count < Self.toldLimit { told.append("line \(line): \(message())") }
  }
}
