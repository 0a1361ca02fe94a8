import Text

/// A decimal number on the command line, with the range that makes sense.
struct NumberArgument {
  /// What it is called in messages, such as `latitude` or `--altitude`.
  let name: String
  /// What is accepted.
  let range: ClosedRange<Double>
  /// What to write instead of something that is no number.
  let example: String
  /// What to do about a number outside of the range.
  let remedy: String

  /// Reads digits with a sign and a decimal point, no more: `nan`, `inf`, `0x10` and `47,3` are no numbers here.
  ///
  /// - Throws: a usage fault that shows what to write.
  func parse(_ text: String) throws(Fault) -> Double {
    guard let value = Self.number(text) else {
      throw Fault(.usage, "`\(text)` is no number for \(name)", remedy: example)
    }
    guard range.contains(value) else {
      throw Fault(
        .usage, "\(name) \(text) is outside \(Int(range.lowerBound)) to \(Int(range.upperBound))", remedy: remedy)
    }
    return value
  }

  /// The number that a text is; nil for anything but a sign, digits and a point.
  static func number(_ text: String) -> Double? {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.count { (0x30...0x39).contains($0) }
    let points = rest.count { $0 == UInt8(ascii: ".") }
    guard digits > 0, digits <= 20, points <= 1, digits + points == rest.count else { return nil }
    return Double(text)
  }
}
