import Text

extension ByteWriter {
  /// Appends `2026-11-30`.
  public mutating func put(date: CivilDate) {
    put(date.year, width: 4)
    put(byte: UInt8(ascii: "-"))
    put(date.month, width: 2)
    put(byte: UInt8(ascii: "-"))
    put(date.day, width: 2)
  }

  /// Appends `2026-11-30T12:34:56.789Z` (ISO 8601, UTC), cut to milliseconds.
  ///
  /// - Parameters:
  ///   - time: the moment.
  ///   - milliseconds: whether the fraction is always written; if not, only where it is not zero.
  public mutating func put(iso time: UnixTime, milliseconds: Bool = true) {
    put(date: time.date)
    let millisecondsOfDay = Int(time.nanosecondsOfDay / 1_000_000)
    let (seconds, fraction) = millisecondsOfDay.quotientAndRemainder(dividingBy: 1_000)
    put(byte: UInt8(ascii: "T"))
    put(seconds / 3_600, width: 2)
    put(byte: UInt8(ascii: ":"))
    put(seconds / 60 % 60, width: 2)
    put(byte: UInt8(ascii: ":"))
    put(seconds % 60, width: 2)
    if milliseconds || fraction != 0 {
      put(byte: UInt8(ascii: "."))
      put(fraction, width: 3)
    }
    put(byte: UInt8(ascii: "Z"))
  }
}

extension UnixTime: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds where there are any.
  public var description: String {
    var writer = ByteWriter(capacity: 24)
    writer.put(iso: self, milliseconds: false)
    return writer.string
  }

  /// Reads ISO 8601: `2026-11-30`, `2026-11-30T12:34`, `...:56`, `...:56.789`, then `Z`, an offset `+02:00`, or nothing
  /// (UTC). A space may stand for the `T`; second 60 counts as the next second.
  ///
  /// - Returns: nil for anything else, an impossible date included, and outside 1678 to 2261.
  public init?(iso text: some StringProtocol) {
    var scanner = DigitScanner(text.utf8)
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
      let day = scanner.digits(2), (1678...2261).contains(year),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.init(date)
    if scanner.isAtEnd { return }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.digits(2), hour < 24, scanner.take(":"), let minute = scanner.digits(2), minute < 60
    else { return nil }
    var second = 0
    var fraction: Int64 = 0
    if scanner.take(":") {
      guard let whole = scanner.digits(2), whole <= 60 else { return nil }
      second = whole
      if scanner.take(".") {
        guard let nanoseconds = scanner.fraction() else { return nil }
        fraction = nanoseconds
      }
    }
    nanoseconds += Int64(hour * 3_600 + minute * 60 + second) * 1_000_000_000 + fraction
    if scanner.isAtEnd || (scanner.take("Z") || scanner.take("z")) && scanner.isAtEnd { return }
    let east = scanner.take("+")
    guard east || scanner.take("-"), let offsetHours = scanner.digits(2), offsetHours < 24 else { return nil }
    _ = scanner.take(":")
    guard let offsetMinutes = scanner.digits(2), offsetMinutes < 60, scanner.isAtEnd else { return nil }
    nanoseconds -= Int64(east ? 1 : -1) * Int64(offsetHours * 3_600 + offsetMinutes * 60) * 1_000_000_000
  }
}

/// Reads fixed-width decimal digits from UTF-8.
private struct DigitScanner<Bytes: Sequence> where Bytes.Element == UInt8 {
  private var rest: Bytes.Iterator
  private var next: UInt8?

  init(_ bytes: Bytes) {
    rest = bytes.makeIterator()
    next = rest.next()
  }

  var isAtEnd: Bool { next == nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    next = rest.next()
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// One or more digits after a point, as nanoseconds; further digits are cut off.
  mutating func fraction() -> Int64? {
    guard var value = digit().map(Int64.init) else { return nil }
    var count = 1
    while let digit = digit() {
      if count < 9 {
        value = value * 10 + Int64(digit)
        count += 1
      }
    }
    while count < 9 {
      value *= 10
      count += 1
    }
    return value
  }

  private mutating func digit() -> Int? {
    guard let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    next = rest.next()
    return Int(byte - UInt8(ascii: "0"))
  }
}
