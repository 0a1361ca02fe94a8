import Clocks

/// Cuts the bytes of an NMEA log into the bursts in which a receiver sent them, one for each time of day, and says how
/// much time lay between them.
///
/// No byte is lost or moved: whatever stands between two sentences belongs to the burst before. Only sentences with a
/// right checksum can say the time, so that a damaged digit does not move the clock.
struct LogBursts {
  /// A burst of the log.
  struct Burst {
    /// Time since the burst before.
    var wait: Duration
    /// Its bytes.
    var bytes: ArraySlice<UInt8>
  }

  /// The most bytes in one burst: a log without any time is played in pieces of this size.
  private static let limit = 16_384
  /// The longest step that is believed of a receiver that has no fix: before the first one its clock may start
  /// anywhere, and be set.
  private static let believedWithoutFix: Int64 = 60_000
  private static let millisecondsOfDay: Int64 = 86_400_000

  private let bytes: [UInt8]
  private var position = 0
  private var lastTime: SentenceTime?
  private var wait = Duration.zero

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes have been cut off so far.
  var consumed: Int { position }

  /// The next burst; nil at the end of the log.
  mutating func next() -> Burst? {
    guard position < bytes.count else { return nil }
    let start = position
    let before = wait
    wait = .seconds(1)
    var scan = start
    while scan < bytes.count, scan - start < Self.limit {
      let line = endOfLine(from: scan)
      if let time = SentenceTime(in: bytes[scan..<line]) {
        if let last = lastTime, last.milliseconds != time.milliseconds {
          if scan > start {
            wait = Self.step(from: last, to: time)
            break
          }
        }
        lastTime = SentenceTime(milliseconds: time.milliseconds, hasFix: time.hasFix || isSameEpochFixed(time))
      }
      scan = line
    }
    position = scan
    return Burst(wait: before, bytes: bytes[start..<scan])
  }

  /// Whether an earlier sentence of the same epoch told a fix.
  private func isSameEpochFixed(_ time: SentenceTime) -> Bool {
    lastTime.map { $0.milliseconds == time.milliseconds && $0.hasFix } ?? false
  }

  /// The index after the line feed, or of the next `$` after a line that has lost its end.
  private func endOfLine(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { return index + 1 }
      if index > start, bytes[index] == UInt8(ascii: "$") { return index }
      index += 1
    }
    return index
  }

  private static func step(from last: SentenceTime, to time: SentenceTime) -> Duration {
    let forward = (time.milliseconds - last.milliseconds + millisecondsOfDay) % millisecondsOfDay
    let isBackward = forward > millisecondsOfDay / 2
    let isBelieved = forward <= believedWithoutFix || (last.hasFix && time.hasFix)
    return isBackward || !isBelieved ? .seconds(1) : .milliseconds(forward)
  }
}

/// The time of day that a sentence states.
struct SentenceTime: Equatable {
  /// Milliseconds since midnight UTC.
  var milliseconds: Int64
  /// Whether it also states a valid position.
  var hasFix: Bool

  init(milliseconds: Int64, hasFix: Bool) {
    self.milliseconds = milliseconds
    self.hasFix = hasFix
  }

  /// Reads RMC, GGA, GNS, GLL and ZDA of any talker; nil for anything else, for an empty time and for a wrong checksum.
  init?(in line: ArraySlice<UInt8>) {
    guard let dollar = line.first, dollar == UInt8(ascii: "$"), line.count > 14,
      let star = line.lastIndex(of: UInt8(ascii: "*")), line.endIndex - star >= 3,
      let high = Self.hex(line[star + 1]), let low = Self.hex(line[star + 2]),
      line[(line.startIndex + 1)..<star].reduce(0, ^) == high << 4 | low
    else { return nil }
    let fields = line[(line.startIndex + 1)..<star].split(
      separator: UInt8(ascii: ","), maxSplits: 7, omittingEmptySubsequences: false)
    guard fields.count >= 7, fields[0].count == 5 else { return nil }
    let timeField: Int
    let isValid: Bool
    switch Array(fields[0].suffix(3)) {
    case Array("RMC".utf8): (timeField, isValid) = (1, fields[2].first == UInt8(ascii: "A"))
    case Array("GGA".utf8): (timeField, isValid) = (1, fields[6].first.map { $0 > UInt8(ascii: "0") } ?? false)
    case Array("GNS".utf8): (timeField, isValid) = (1, fields[6].contains { $0 != UInt8(ascii: "N") })
    case Array("GLL".utf8): (timeField, isValid) = (5, fields[6].first == UInt8(ascii: "A"))
    case Array("ZDA".utf8): (timeField, isValid) = (1, false)
    default: return nil
    }
    guard let time = Self.timeOfDay(fields[timeField]) else { return nil }
    self.init(milliseconds: time, hasFix: isValid)
  }

  private static func timeOfDay(_ field: ArraySlice<UInt8>) -> Int64? {
    let digits = field.prefix(6).map { Int64($0) - 48 }
    guard digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let hours = digits[0] * 10 + digits[1]
    let minutes = digits[2] * 10 + digits[3]
    let seconds = digits[4] * 10 + digits[5]
    guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
    var fraction: Int64 = 0
    var unit: Int64 = 100
    for byte in field.dropFirst(7).prefix(3) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      fraction += Int64(byte - 48) * unit
      unit /= 10
    }
    return (hours * 3_600 + minutes * 60 + seconds) * 1_000 + fraction
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
