/// A bar that shows how far a long piece of work is.
///
/// It has no clock: it is drawn anew only when a part of the work of a fixed size is done, so a fast loop that reports
/// every step writes a few dozen times in all.
public struct ProgressBar: Sendable {
  private let label: String
  private let total: Int
  private let columns: Int
  private let theme: TerminalTheme
  private let updates: Int
  private var shown = -1

  /// A bar that has not been drawn yet.
  ///
  /// - Parameters:
  ///   - label: what is being done; control characters are left out.
  ///   - total: how many steps the work has; 0 counts as one.
  ///   - columns: width of the terminal. The bar stays one column below it, or some terminals would break the line.
  ///   - theme: what the terminal can show.
  ///   - updates: how many times it is drawn at most, the full bar not counted.
  public init(label: String, total: Int, columns: Int, theme: TerminalTheme, updates: Int = 100) {
    self.label = String(String.UnicodeScalarView(label.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    self.total = max(1, total)
    self.columns = max(1, columns)
    self.theme = theme
    self.updates = max(1, updates)
  }

  /// Takes note of the progress.
  ///
  /// - Parameter done: steps done so far; more than the total counts as all.
  /// - Returns: what to write to the terminal: a carriage return and the bar over the whole width, no line end. Nil when
  ///   too little has changed.
  public mutating func advance(to done: Int) -> String? {
    let done = min(max(0, done), total)
    let (product, overflow) = done.multipliedReportingOverflow(by: updates)
    let step = overflow ? Int(Double(done) / Double(total) * Double(updates)) : product / total
    guard step > shown else { return nil }
    shown = step
    return "\r" + bar(fraction: Double(done) / Double(total))
  }

  /// What removes the bar again: the line is blank and the next text starts at its left.
  public var erased: String { "\r" + String(repeating: " ", count: columns - 1) + "\r" }

  private func bar(fraction: Double) -> String {
    let percent = "\(Int(fraction * 100))%"
    let tail = String(repeating: " ", count: max(0, 5 - percent.count)) + percent
    let room = columns - 1
    let name = label.isEmpty ? "" : String(label.prefix(max(0, room / 3))) + " "
    let cells = room - name.count - tail.count - (theme.isUnicode ? 0 : 2)
    guard cells >= 4 else { return String((percent + String(repeating: " ", count: room)).prefix(room)) }
    if !theme.isUnicode {
      let full = Int(fraction * Double(cells))
      return name + "[" + String(repeating: "#", count: full) + String(repeating: ".", count: cells - full) + "]" + tail
    }
    let eighths = Int(fraction * Double(cells * 8))
    var filled = String(repeating: "█", count: eighths / 8)
    if eighths % 8 > 0, let part = Unicode.Scalar(0x2590 - UInt32(eighths % 8)) { filled.unicodeScalars.append(part) }
    let rest = String(repeating: "░", count: cells - filled.count)
    return name + theme.paint(filled, .track) + theme.paint(rest, .faint) + tail
  }
}
