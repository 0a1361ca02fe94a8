import Clocks
import Text

extension ByteWriter {
  /// Appends `2026-11-30T12:34:56Z`, with milliseconds where there are any: like `put(iso:milliseconds:)`, in one piece,
  /// for the rows of an export.
  mutating func put(rowTime time: UnixTime) {
    let date = time.date
    let (seconds, milliseconds) = Int(time.nanosecondsOfDay / 1_000_000).quotientAndRemainder(dividingBy: 1_000)
    var text: InlineArray<24, UInt8> = .init(repeating: UInt8(ascii: "Z"))
    func pair(_ value: Int, at index: Int) {
      text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
      text[index + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
    }
    pair(date.year / 100, at: 0)
    pair(date.year % 100, at: 2)
    text[4] = UInt8(ascii: "-")
    pair(date.month, at: 5)
    text[7] = UInt8(ascii: "-")
    pair(date.day, at: 8)
    text[10] = UInt8(ascii: "T")
    pair(seconds / 3_600, at: 11)
    text[13] = UInt8(ascii: ":")
    pair(seconds / 60 % 60, at: 14)
    text[16] = UInt8(ascii: ":")
    pair(seconds % 60, at: 17)
    var count = 20
    if milliseconds != 0 {
      text[19] = UInt8(ascii: ".")
      text[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 100)
      pair(milliseconds % 100, at: 21)
      count = 24
    }
    text.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0[..<count]) }
  }
}
