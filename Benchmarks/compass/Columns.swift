/// Numbers and words in columns.
enum Columns {
  static func text(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func number(_ value: Double, decimals: Int, width: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return String(repeating: " ", count: max(0, width - 1)) + "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = Int((abs(value) * scale).rounded())
    var digits = String(rounded)
    if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
    if decimals > 0 { digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals)) }
    if value < 0, rounded > 0 { digits = "-" + digits }
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}
