import Text

/// A moment of UTC, for labels: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// It may be unknown, wrong or step; nothing is ever scheduled by it.
public struct UnixTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z; covers 1677 to 2262.
  public var nanoseconds: Int64

  /// Makes a time from nanoseconds since 1970.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Makes a time from milliseconds since 1970; one that nanoseconds cannot hold becomes the nearest that they can.
  public init(milliseconds: Int64) {
    let (exact, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    nanoseconds = overflow ? (milliseconds < 0 ? .min : .max) : exact
  }

  /// The start of a day, plus nanoseconds into it; days before 1678 and after 2261 become the first and the last of
  /// these years.
  public init(_ date: CivilDate, nanosecondsOfDay: Int64 = 0) {
    let days = min(max(Int64(date.daysSinceEpoch), Self.firstDay), Self.lastDay)
    nanoseconds = days * 86_400_000_000_000 + nanosecondsOfDay
  }

  /// 1678-01-01: the first whole year that nanoseconds reach.
  private static let firstDay: Int64 = -106_650
  /// 2261-12-31: the last one.
  private static let lastDay: Int64 = 106_650

  /// Orders by time.
  public static func < (left: UnixTime, right: UnixTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// A later time.
  public static func + (left: UnixTime, right: Duration) -> UnixTime {
    UnixTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  /// An earlier time.
  public static func - (left: UnixTime, right: Duration) -> UnixTime {
    UnixTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }

  /// The time from `right` to `left`.
  public static func - (left: UnixTime, right: UnixTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// Milliseconds since 1970, rounded down.
  public var milliseconds: Int64 { nanoseconds.flooredQuotient(by: 1_000_000) }

  /// The time cut to whole milliseconds, which is what a record keeps.
  public var wholeMilliseconds: UnixTime { UnixTime(milliseconds: milliseconds) }

  /// The day in UTC.
  public var date: CivilDate { CivilDate(daysSinceEpoch: Int(nanoseconds.flooredQuotient(by: 86_400_000_000_000))) }

  /// Nanoseconds since the start of the UTC day.
  public var nanosecondsOfDay: Int64 {
    nanoseconds - nanoseconds.flooredQuotient(by: 86_400_000_000_000) * 86_400_000_000_000
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// How a UTC time is known, from worst to best. A better one replaces a worse one, never the other way round.
public enum ClockQuality: UInt8, Comparable, Sendable, CaseIterable {
  /// The host's clock, which nothing vouches for; a board without a clock says 1970 or its last shutdown.
  case host = 1
  /// The host's clock, synchronised by the network according to the kernel.
  case network = 2
  /// Satellites, before the receiver has told or proved its count of leap seconds: may be off by a few seconds.
  case satellitesUnconfirmed = 3
  /// Satellites.
  case satellites = 4

  /// Orders by trust.
  public static func < (left: ClockQuality, right: ClockQuality) -> Bool { left.rawValue < right.rawValue }
}

/// A UTC time together with how it is known.
public struct UTCStamp: Hashable, Sendable {
  /// The time.
  public var time: UnixTime
  /// How it is known.
  public var quality: ClockQuality

  /// Makes a stamp.
  public init(_ time: UnixTime, _ quality: ClockQuality) {
    self.time = time
    self.quality = quality
  }
}
