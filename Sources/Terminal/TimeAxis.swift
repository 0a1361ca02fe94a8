import Clocks

/// The line under a profile that says when: ticks at round times.
public struct TimeAxis: Equatable, Sendable {
  /// What the seconds count from.
  public enum Scale: Equatable, Sendable {
    /// From 1970 in UTC; shown shifted by so many seconds.
    case clock(offsetSeconds: Int64)
    /// From the start of what is shown, where no clock was known.
    case elapsed
  }

  /// The time it covers, seconds.
  public let span: ClosedRange<Double>
  /// What the seconds count from.
  public let scale: Scale

  /// Makes an axis.
  public init(span: ClosedRange<Double>, scale: Scale) {
    self.span = span
    self.scale = scale
  }

  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    2_592_000, 7_776_000, 31_536_000, 315_360_000,
  ]

  /// The axis below an area that starts after a gutter.
  func line(columns: Int, gutter: Int, theme: TerminalTheme) -> String {
    let room = columns - gutter
    let length = span.upperBound - span.lowerBound
    guard room > 0, length.isFinite, span.lowerBound.magnitude < 1e12, span.upperBound.magnitude < 1e12 else {
      return ""
    }
    let offset = offsetSeconds
    let perColumn = max(length, 1e-3) / Double(room)
    // A label of 5 to 9 characters, its tick and two blanks.
    guard let step = Self.steps.first(where: { $0 / perColumn >= Double(label(0, step: $0).count + 3) }) else {
      return ""
    }
    var line = ""
    var tick = ((span.lowerBound + Double(offset)) / step).rounded(.up) * step
    while tick - Double(offset) <= span.upperBound {
      let column = Int((tick - Double(offset) - span.lowerBound) / perColumn)
      let text = (theme.isUnicode ? "╵" : "|") + label(tick, step: step)
      if column + text.count <= room, column >= line.count {
        line += String(repeating: " ", count: column - line.count) + text
      }
      tick += step
    }
    return theme.paint(zone.right(gutter - 2) + "  " + line, .faint)
  }

  private var offsetSeconds: Int64 { if case .clock(let offset) = scale { offset } else { 0 } }

  private var zone: String {
    switch scale {
    case .elapsed: return "after"
    case .clock(0): return "UTC"
    case .clock(let offset):
      let minutes = offset.magnitude / 60
      return "\(offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
    }
  }

  private func label(_ seconds: Double, step: Double) -> String {
    let whole = Int64(seconds)
    let days = Int(whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400)
    let rest = UInt64(whole - Int64(days) * 86_400)
    if step >= 86_400 {
      if scale == .elapsed { return "\(days) d" }
      let date = CivilDate(daysSinceEpoch: days)
      // Years are all that is legible over years.
      if step >= 31_536_000 { return "\(date.year)" }
      return "\(Self.two(UInt64(date.month)))-\(Self.two(UInt64(date.day)))"
    }
    let clock = "\(Self.two(rest / 3_600)):\(Self.two(rest / 60 % 60))"
    return step < 60 ? "\(clock):\(Self.two(rest % 60))" : clock
  }

  private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
