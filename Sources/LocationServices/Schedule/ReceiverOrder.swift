import Clocks

/// What the receiver shall do. The schedule only says what; the talk with the receiver knows how.
public enum ReceiverOrder: Equatable, Sendable {
  /// It is on, with a fix every so many milliseconds.
  ///
  /// - Parameter savesPower: whether it tracks in short bursts.
  case on(periodMilliseconds: Int, savesPower: Bool)
  /// It sleeps, keeping what it knows, until this moment; nil until it is told otherwise.
  case sleep(until: Instant?)

  /// Whether it shall be on.
  public var isOn: Bool { if case .on = self { true } else { false } }
}

/// What the receiver is doing, as far as the schedule knows.
public enum ReceiverState: String, Sendable, CaseIterable {
  /// Nobody wants it: it sleeps without an end.
  case off
  /// It sleeps and keeps what it knows.
  case backup
  /// It searches.
  case acquiring
  /// It tracks.
  case tracking
  /// It tracks in short bursts.
  case powerSave = "power_save"
}

/// What a receiver can do, as far as its schedule is concerned.
public struct ReceiverAbilities: Equatable, Sendable {
  /// Whether it sleeps when it is told to, and keeps what it knows.
  public var canSleep: Bool
  /// Whether it can be woken at any time; else only its own timer does.
  public var wakesOnDemand: Bool
  /// Whether it can track in short bursts.
  public var canSavePower: Bool

  /// Makes abilities.
  public init(canSleep: Bool = false, wakesOnDemand: Bool = false, canSavePower: Bool = false) {
    self.canSleep = canSleep
    self.wakesOnDemand = wakesOnDemand
    self.canSavePower = canSavePower
  }
}

/// What is done now, why, and when that changes: for `waymark explain`.
public struct Explanation: Equatable, Sendable {
  /// What the receiver is doing.
  public var receiver: ReceiverState
  /// What happens, such as `tracking, a fix every second`.
  public var doing: String
  /// Why.
  public var why: String
  /// When something is planned to change; nil for when something happens.
  public var next: Instant?
  /// What happens then; without a moment, what is waited for.
  public var nextWhat: String
  /// What keeps the schedule from doing better, each a sentence.
  public var notes: [String]

  /// Makes an explanation.
  public init(
    receiver: ReceiverState, doing: String, why: String, next: Instant?, nextWhat: String, notes: [String]
  ) {
    self.receiver = receiver
    self.doing = doing
    self.why = why
    self.next = next
    self.nextWhat = nextWhat
    self.notes = notes
  }
}
