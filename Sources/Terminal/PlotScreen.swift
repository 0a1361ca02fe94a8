/// A whole screen about a track: what it amounts to, its picture, and height and speed over time.
public struct PlotScreen: Sendable {
  /// The parts of the first line, the most important one first; what does not fit is left out.
  public var title: [String]
  /// The track.
  public var plot: BraillePlot
  /// Height above the sea over time, metres.
  public var height: Profile
  /// Speed over time, km/h.
  public var speed: Profile
  /// When.
  public var axis: TimeAxis
  /// What the numbers in the picture are, one line a tag. They are shown on terminals with room for them.
  public var tags: [String]

  /// Makes a screen.
  public init(title: [String], plot: BraillePlot, height: Profile, speed: Profile, axis: TimeAxis, tags: [String] = [])
  {
    self.title = title
    self.plot = plot
    self.height = height
    self.speed = speed
    self.axis = axis
    self.tags = tags
  }

  /// Columns of the scales at the left of the profiles.
  private static let gutter = 10

  /// How many columns of dots a ``Profile`` needs for a terminal.
  public static func profileColumns(columns: Int, theme: TerminalTheme) -> Int {
    max(1, columns - gutter) * (theme.isUnicode ? 2 : 1)
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - columns: of the terminal; no line is longer.
  ///   - rows: of the terminal; one is left for the prompt.
  ///   - theme: what the terminal can show.
  public func lines(columns: Int, rows: Int, theme: TerminalTheme) -> [String] {
    let room = max(3, rows - 1) - 1
    let charts = charts(room: room, columns: columns)
    let told = min(tags.count, max(0, room - 24) / 2)
    let axisRows = charts.isEmpty ? 0 : 1
    var chartRows = max(3, min(10, (room - 6) / 5))
    let picture = plot.lines(
      columns: columns, rows: room - told - axisRows - charts.count * chartRows, theme: theme)
    // A wide track leaves rows over; the profiles show more with them.
    if !charts.isEmpty {
      let free = room - told - axisRows - picture.count
      chartRows = max(chartRows, min(free / charts.count, 10))
    }
    var lines = [theme.paint(headline(columns), .strong)] + picture
    lines += tags.prefix(told).map { String($0.prefix(columns)) }
    for chart in charts { lines += chart.lines(columns: columns, rows: chartRows, gutter: Self.gutter, theme: theme) }
    if !charts.isEmpty { lines.append(axis.line(columns: columns, gutter: Self.gutter, theme: theme)) }
    return lines
  }

  private func headline(_ columns: Int) -> String {
    var line = String((title.first ?? "").prefix(columns))
    for part in title.dropFirst() where line.count + 2 + part.count <= columns { line += "  " + part }
    return line
  }

  private func charts(room: Int, columns: Int) -> [ProfileChart] {
    guard columns >= 2 * Self.gutter else { return [] }
    let all = [
      ProfileChart(profile: height, name: "height", unit: "m", base: nil, leastSpan: 20),
      ProfileChart(profile: speed, name: "speed", unit: "km/h", base: 0, leastSpan: 5),
    ].filter { $0.profile.range != nil }
    // On a very low terminal the track matters most, then the height.
    return Array(all.prefix(room < 10 ? 0 : room < 14 ? 1 : 2))
  }
}
