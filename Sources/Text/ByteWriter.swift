/// Bytes on their way to a file, a socket or a terminal.
///
/// Every text format Waymark writes (JSON, CSV, GPX, NMEA) is built from these few appends: no `String` is made per
/// number and nothing needs Foundation, so a million points are formatted in constant memory.
public struct ByteWriter: Sendable {
  /// What has been written so far.
  public var bytes: [UInt8]

  /// An empty writer.
  ///
  /// - Parameter capacity: bytes to reserve.
  public init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// What has been written, as text; bytes that are not UTF-8 become U+FFFD.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets the bytes and keeps the room.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a literal.
  @inlinable
  public mutating func put(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends text as UTF-8, as it is.
  public mutating func put(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends one byte.
  @inlinable
  public mutating func put(byte: UInt8) { bytes.append(byte) }

  /// Appends a whole number.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - width: zeros are put in front of it up to this many digits; the sign is not counted.
  public mutating func put(_ value: Int, width: Int = 1) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    put(magnitude: UInt64(value.magnitude), width: width)
  }

  /// Appends a number given in units of 10^-`decimals`, exactly: `put(scaled: -5, decimals: 2)` is `-0.05`.
  public mutating func put(scaled value: Int, decimals: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let unit = Self.powersOfTen[decimals]
    let magnitude = UInt64(value.magnitude)
    put(magnitude: magnitude / unit, width: 1)
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      put(magnitude: magnitude % unit, width: decimals)
    }
  }

  /// Appends a number rounded to a fixed count of decimals, half away from zero; never an exponent.
  ///
  /// A value that is not finite or does not fit (above about 9 x 10^(18-decimals)) is written as `0`: callers keep such
  /// values out, since unknown is absent and never a number.
  public mutating func put(_ value: Double, decimals: Int) {
    let scaled = (value * Double(Self.powersOfTen[decimals])).rounded(.toNearestOrAwayFromZero)
    guard let exact = Int(exactly: scaled) else {
      bytes.append(UInt8(ascii: "0"))
      return
    }
    put(scaled: exact, decimals: decimals)
  }

  private mutating func put(magnitude: UInt64, width: Int) {
    var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    var rest = magnitude
    var first = 20
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder)
      rest = quotient
    } while rest > 0
    while 20 - first < width && first > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0")
    }
    for index in first..<20 { bytes.append(digits[index]) }
  }

  private static let powersOfTen: [UInt64] = (0..<19).map { power in (0..<power).reduce(1) { unit, _ in unit * 10 } }
}
