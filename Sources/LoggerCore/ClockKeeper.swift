import Clocks

/// Learns which UTC time belongs to which instant of this boot.
///
/// Satellites date an epoch exactly, but its bytes come some 50 to 900 ms later and not always equally late. So the
/// offset is taken from the least delayed epochs, and let go by 50 parts in a million so that it can follow a crystal.
/// A host clock that the network keeps is finer than that: while satellites agree with it within a second, it stays.
/// Finest is the pulse with which many receivers mark full seconds.
struct ClockKeeper: Sendable {
  /// Disagreement beyond which the clock counts as stepped.
  private static let tolerance: Int64 = 1_000_000_000
  /// How fast the offset may fall, against the drift of a crystal: 50 ppm.
  private static let driftDivisor: Int64 = 20_000

  private var offset: Int64?
  private(set) var quality: ClockQuality?
  private var isFine = false
  private var lastSample = Instant.zero
  private var recordedOffset: Int64?
  private var lastPulse: Instant?
  private var isPulseSteady = false
  private var pulsedUntil = Instant.zero

  /// Pulses are whole seconds apart, but for this: a crystal that is off by 100 ppm, over the ten seconds between the
  /// looks at a receiver that is slow.
  private static let pulseTolerance: Int64 = 1_000_000
  /// How long a pulse is remembered when the next ones fail to come.
  private static let pulseMemory = Duration.seconds(10)
  private static let second: Int64 = 1_000_000_000

  /// A time that is further than this from what the clock says needs a second witness: one sentence with a wrong hour
  /// must not move the clock.
  private static let wildness: Int64 = 60_000_000_000

  /// Whether a reading is so far from what is known that it must not be believed alone.
  func isWild(_ stamp: UTCStamp, at: Instant) -> Bool {
    guard let offset, quality != nil else { return false }
    let (distance, overflow) = (stamp.time.nanoseconds - at.boot).subtractingReportingOverflow(offset)
    return overflow || distance.magnitude > UInt64(Self.wildness)
  }

  /// What a new reading changed.
  enum Change: Equatable {
    /// Nothing that deserves a record.
    case none
    /// The boot's clock is known now, or known in a better way: the step in milliseconds against before.
    case known(stepMilliseconds: Int64?)
  }

  /// Takes a reading.
  ///
  /// - Parameters:
  ///   - stamp: the time. One that the host's own clock claims, with nothing to vouch for it, is not knowledge.
  ///   - at: when it was true: now for a host clock, the first byte of the epoch for satellites.
  mutating func take(_ stamp: UTCStamp, at: Instant) -> Change {
    guard stamp.quality >= .network else { return .none }
    let sample = stamp.time.nanoseconds - at.boot
    if let offset, let quality {
      if stamp.quality < quality { return .none }
      let disagreement = sample - offset
      if disagreement.magnitude <= Self.tolerance {
        follow(sample, isFine: stamp.quality == .network, at: at)
        guard stamp.quality > quality else { return .none }
        self.quality = stamp.quality
        return change()
      }
    }
    offset = sample
    quality = stamp.quality
    isFine = stamp.quality == .network
    lastSample = at
    return change()
  }

  /// The receiver marked a full second.
  mutating func pulse(at: Instant) {
    if let last = lastPulse, at > last, at - last <= Self.pulseMemory {
      let rest = (at - last).nanoseconds % Self.second
      // A line that nobody holds flutters; two edges that happen to be a second apart are not enough to be wrong by much,
      // because the sentences say which second it is.
      isPulseSteady = min(rest, Self.second - rest) <= Self.pulseTolerance
    } else {
      isPulseSteady = false
    }
    lastPulse = at
  }

  /// The offset that the last pulse gives: bytes come up to a second after the instant that they date, which names the
  /// second, and the pulse says where it begins.
  private func pulsed(_ sample: Int64, at: Instant) -> Int64? {
    guard isPulseSteady, let lastPulse, at >= lastPulse, at - lastPulse <= .nanoseconds(Self.second) else { return nil }
    let (sum, overflow) = sample.addingReportingOverflow(lastPulse.boot)
    guard !overflow else { return nil }
    let past = sum % Self.second
    let whole = past > 0 ? Self.second - past : -past
    return sample + whole
  }

  private mutating func follow(_ sample: Int64, isFine: Bool, at: Instant) {
    if !isFine, let offset = pulsed(sample, at: at) {
      self.offset = offset
      pulsedUntil = at + Self.pulseMemory
    } else if at < pulsedUntil {
      // What is less exact than the last pulse changes nothing for a while.
    } else if isFine {
      offset = sample
      self.isFine = true
    } else if !self.isFine, let offset {
      let drift = max(0, (at - lastSample).nanoseconds) / Self.driftDivisor
      self.offset = max(sample, offset - drift)
    }
    lastSample = at
  }

  private mutating func change() -> Change {
    let step = recordedOffset.flatMap { recorded in offset.map { ($0 - recorded) / 1_000_000 } }
    recordedOffset = offset
    return .known(stepMilliseconds: step)
  }

  /// The UTC time of an instant of this boot; nil while nothing is known.
  func utc(at: Instant) -> UTCStamp? {
    guard let offset, let quality else { return nil }
    return UTCStamp(UnixTime(nanoseconds: at.boot + offset), quality)
  }

  /// The instant of this boot that a satellite time belongs to; nil if it does not fit the clock.
  func instant(of time: UnixTime, heardAt: Instant) -> Instant? {
    guard let offset else { return nil }
    let instant = Instant(boot: time.nanoseconds - offset)
    guard instant <= heardAt, heardAt - instant <= .nanoseconds(Self.tolerance) else { return nil }
    return instant
  }
}
