import Clocks

/// Turns the boot, `at` and `utc` of records into differences, and back; one for the encoder and one for the decoder.
///
/// The reference is the last fix of the frame, or the last record while it has none yet: a tag between two fixes of an
/// even track does not disturb the rhythm.
struct TimeDelta {
  /// What a record's first byte says of its times, above the five bits of its kind.
  enum Flag {
    /// The boot or the quality of `utc` is not that of the record before.
    static let context: UInt8 = 1 << 5
    /// `utc` is not as far from the reference as the reference from the one before it.
    static let utc: UInt8 = 1 << 6
    /// `at` is not as expected.
    static let at: UInt8 = 1 << 7
  }

  /// The times of a record in whole numbers.
  struct Times: Equatable {
    var boot: UInt64
    /// Milliseconds since boot.
    var at: Int64
    /// Milliseconds since 1970; 0 if not known.
    var utc: Int64
    /// How `utc` is known; 0: it is not.
    var quality: UInt8
  }

  private var boot: UInt64 = 0
  private var quality: UInt8 = 0
  private var at: Int64 = 0
  private var atStep: Int64 = 0
  private var utc: Int64 = 0
  private var utcStep: Int64 = 0
  /// `utc` minus `at` of the last reference that has both; nil before the first.
  private var offset: Int64?
  private var isFix = false
  private var hasUTC = false

  /// Appends the record's first byte and its times.
  mutating func encode(_ times: Times, kind: UInt8, isFix: Bool, to bytes: inout [UInt8]) {
    let first = bytes.count
    bytes.append(kind)
    if times.boot != boot || times.quality != quality {
      bytes[first] |= Flag.context
      bytes.append(times.quality | (times.boot != boot ? 0x80 : 0))
      if times.boot != boot { bytes.append(fixed64: times.boot) }
    }
    if times.quality != 0 {
      let residual = times.utc &- (utc &+ utcStep)
      if residual != 0 {
        bytes[first] |= Flag.utc
        bytes.append(zigzag: residual)
      }
    }
    let residual = times.at &- expectedAt(quality: times.quality, utc: times.utc)
    if residual != 0 {
      bytes[first] |= Flag.at
      bytes.append(zigzag: residual)
    }
    remember(times, isFix: isFix)
  }

  /// Reads the times that follow a record's first byte.
  mutating func decode(_ source: inout ByteSource, first: UInt8, isFix: Bool) -> Times {
    var times = Times(boot: boot, at: 0, utc: 0, quality: quality)
    if first & Flag.context != 0 {
      let context = source.byte()
      times.quality = context & 0x7F
      if context & 0x80 != 0 { times.boot = source.fixed64() }
    }
    if times.quality != 0 {
      times.utc = utc &+ utcStep
      if first & Flag.utc != 0 { times.utc &+= source.zigzag() }
    }
    times.at = expectedAt(quality: times.quality, utc: times.utc)
    if first & Flag.at != 0 { times.at &+= source.zigzag() }
    remember(times, isFix: isFix)
    return times
  }

  private func expectedAt(quality: UInt8, utc: Int64) -> Int64 {
    guard quality != 0, let offset else { return at &+ atStep }
    return utc &- offset
  }

  private mutating func remember(_ times: Times, isFix: Bool) {
    boot = times.boot
    quality = times.quality
    guard isFix || !self.isFix else { return }
    let followsFix = isFix && self.isFix
    atStep = followsFix ? times.at &- at : 0
    at = times.at
    if times.quality != 0 {
      utcStep = followsFix && hasUTC ? times.utc &- utc : 0
      utc = times.utc
      offset = times.utc &- times.at
    }
    hasUTC = times.quality != 0
    self.isFix = isFix
  }
}
