import Clocks

/// The logger started.
public struct Start: Equatable, Sendable {
  /// How the run before this one ended.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// There was none: a new journal.
    case first = 1
    /// It was stopped in good order, and this is another boot.
    case powerOn = 2
    /// It was stopped in good order, in this same boot.
    case restart = 3
    /// It ended without a word and this is another boot: the plug was pulled.
    case powerCut = 4
    /// It ended without a word in this same boot: it was killed or crashed.
    case crash = 5
  }

  /// How the run before this one ended.
  public var reason: Reason
  /// The version of Waymark, such as `0.1.0`.
  public var version: String

  /// Makes a start.
  public init(reason: Reason, version: String) {
    self.reason = reason
    self.version = version
  }
}

/// Why the logger stopped.
public enum StopReason: UInt8, Sendable, CaseIterable {
  /// It was told to (SIGTERM, SIGINT, the end of a service).
  case terminated = 1
  /// The recording that was played came to its end.
  case endOfInput = 2
  /// The button was held until it was to turn the power off.
  case powerOff = 3
}

/// A trip began.
public struct Trip: Equatable, Sendable {
  /// Why a new one.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// The first of this journal.
    case first = 1
    /// The logger was off, or without any fix, for longer than a trip lasts over.
    case longPause = 2
  }

  /// Its number, counted from 1.
  public var number: UInt32
  /// Why a new one.
  public var reason: Reason

  /// Makes a trip.
  public init(number: UInt32, reason: Reason) {
    self.number = number
    self.reason = reason
  }
}

/// There is a hole in the track.
public struct Gap: Equatable, Sendable {
  /// Why there are no fixes.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// The receiver talks, but has no fix: no sky.
    case noFix = 1
    /// The receiver says nothing.
    case receiverSilent = 2
    /// The receiver's line is gone or cannot be opened.
    case receiverGone = 3
    /// The writer fell behind, and fixes were thinned or left out.
    case writerBehind = 4
    /// The logger was not running.
    case notRunning = 5
    /// Somebody has switched the logging off.
    case off = 6
  }

  /// Why there are no fixes.
  public var reason: Reason
  /// How long it has lasted when this record is made: the time since the last fix, seconds; nil if there was none yet
  /// or if it was in another boot.
  public var sinceLastFixSeconds: Double?

  /// Makes a gap.
  public init(reason: Reason, sinceLastFixSeconds: Double? = nil) {
    self.reason = reason
    self.sinceLastFixSeconds = sinceLastFixSeconds
  }
}

/// This boot's clock became known, or better known.
public struct ClockReading: Equatable, Sendable {
  /// By how much the labels of this boot move against the reading before, milliseconds; nil for the boot's first.
  public var stepMilliseconds: Int64?

  /// Makes a reading.
  public init(stepMilliseconds: Int64? = nil) { self.stepMilliseconds = stepMilliseconds }
}
