import Geodesy
import Glibc
import Testing

@testable import Terminal

@Suite("A screen about a track")
struct PlotScreenTests {
  private static let unicode = TerminalTheme(isColoured: false, isUnicode: true)
  private static let begin = 1_796_040_000.0  // 2026-11-30T12:00:00Z

  private static func screen(
    columns: Int, theme: TerminalTheme, seconds: Double = 7_200, tags: [String] = []
  ) -> PlotScreen {
    let span = begin...begin + seconds
    var height = Profile(span: span, columns: PlotScreen.profileColumns(columns: columns, theme: theme))
    var speed = height
    for step in 0...720 where !(300..<330).contains(step) {
      let share = Double(step) / 720
      height.take(500 + 300 * sin(share * .pi), at: begin + share * seconds)
      speed.take(share < 0.5 ? 5 : 60, at: begin + share * seconds)
      if step == 299 {
        height.breakLine()
        speed.breakLine()
      }
    }
    let track = (0...100).compactMap {
      Coordinate(latitudeDegrees: 47 + sin(Double($0) / 20) * 0.01, longitudeDegrees: 7 + Double($0) * 0.0004)
    }
    return PlotScreen(
      title: ["trip 1", "12.34 km", "moving 3:34"], plot: BraillePlot(segments: [track]), height: height, speed: speed,
      axis: TimeAxis(span: span, scale: .clock(offsetSeconds: 0)), tags: tags)
  }

  @Test func `the profiles look like this`() {
    let lines = Self.screen(columns: 60, theme: Self.unicode).lines(columns: 60, rows: 24, theme: Self.unicode)
    #expect(lines.count <= 23)
    #expect(
      Array(lines.suffix(7)) == [
        "   800 m ┤           ⢀⣀⣀⣤⣤⣴⣶⣶⣶⣿ ⢸⣿⣿⣿⣿⣿⣿⣿⣶⣶⣶⣦⣤⣤⣀⣀⡀",
        "  height │     ⣀⣠⣤⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿ ⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣶⣶⣤⣄⣀",
        "   500 m ┤⣠⣤⣶⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿ ⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⣶⣤⣄",
        " 60 km/h ┤                         ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
        "   speed │                         ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
        "  0 km/h ┤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤ ⢠⣤⣤⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
        "     UTC  ╵12:00      ╵12:30       ╵13:00      ╵13:30",
      ])
  }

  @Test func `on a terminal without Unicode they are ASCII`() {
    let lines = Self.screen(columns: 60, theme: .ascii).lines(columns: 60, rows: 24, theme: .ascii)
    #expect(lines.joined().unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
    #expect(lines.last == "     UTC  |12:00      |12:30       |13:00      |13:30")
    #expect(lines.contains { $0.hasPrefix("   800 m +") })
  }

  @Test(arguments: [1, 9, 20, 40, 80, 120, 250], [1, 5, 10, 16, 24, 40, 100])
  func `it fits the terminal and leaves a row for the prompt`(columns: Int, rows: Int) {
    for theme in [TerminalTheme.ascii, Self.unicode] {
      let lines = Self.screen(columns: columns, theme: theme, tags: ["1  a", "2  b", "3  c"])
        .lines(columns: columns, rows: rows, theme: theme)
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.count <= max(3, rows - 1))
      if columns >= 80, rows >= 24 { #expect(lines.contains { $0.contains("speed") }) }
    }
  }

  @Test func `a larger terminal gets larger profiles, and what the tags are`() {
    let lines = Self.screen(columns: 120, theme: Self.unicode, tags: ["1  spring"])
      .lines(columns: 120, rows: 40, theme: Self.unicode)
    #expect(lines.count > 30)
    #expect(lines.contains("1  spring"))
    #expect(lines.firstIndex { $0.contains("km/h") }.map { lines.count - $0 } ?? 0 > 5)
  }

  @Test(arguments: [
    (80, "trip 1  12.34 km  moving 3:34"), (28, "trip 1  12.34 km"), (20, "trip 1  12.34 km"), (10, "trip 1"),
    (4, "trip"),
  ])
  func `of the first line whole parts are left out where it is too long`(columns: Int, line: String) {
    #expect(Self.screen(columns: columns, theme: .ascii).lines(columns: columns, rows: 24, theme: .ascii).first == line)
  }

  @Test func `colour is a matter of the theme`() {
    let theme = TerminalTheme(isColoured: true, isUnicode: true)
    let coloured = Self.screen(columns: 80, theme: theme).lines(columns: 80, rows: 24, theme: theme)
    #expect(coloured.allSatisfy { $0.isEmpty || $0.contains("\u{1b}[0m") })
    #expect(
      coloured.map(Self.stripped)
        == Self.screen(columns: 80, theme: theme).lines(
          columns: 80, rows: 24, theme: Self.unicode))
  }

  private static func stripped(_ line: String) -> String {
    var result = ""
    var isEscape = false
    for character in line {
      if character == "\u{1b}" { isEscape = true }
      if !isEscape { result.append(character) }
      if character == "m" { isEscape = false }
    }
    return result
  }
}

@Suite("A curve over time")
struct ProfileTests {
  @Test func `a hole in the track is a hole in the curve, and the rest is joined`() {
    var profile = Profile(span: 0...10, columns: 10)
    profile.take(0, at: 0)
    profile.take(4, at: 4)
    profile.breakLine()
    profile.take(8, at: 8)
    #expect(profile.columns == [0, 1, 2, 3, 4, nil, nil, nil, 8, nil])
    #expect(profile.range == 0...8)
  }

  @Test func `no summit is lost among many points`() {
    var profile = Profile(span: 0...1_000, columns: 4)
    for second in 0...1_000 { profile.take(second == 600 ? 99 : 1, at: Double(second)) }
    #expect(profile.columns == [1, 1, 99, 1])
  }

  @Test func `nonsense and what lies outside are passed over, and one moment is enough`() {
    var profile = Profile(span: 5...5, columns: 3)
    profile.take(.nan, at: 5)
    profile.take(1, at: 4)
    profile.take(1, at: .nan)
    #expect(profile.range == nil)
    profile.take(7, at: 5)
    #expect(profile.columns == [7, nil, nil])
  }
}

@Suite("The line that says when")
struct TimeAxisTests {
  private static func line(_ from: Double, _ seconds: Double, _ scale: TimeAxis.Scale, columns: Int = 70) -> String {
    TimeAxis(span: from...from + seconds, scale: scale).line(columns: columns, gutter: 10, theme: .ascii)
  }

  @Test func `ticks stand at round times`() {
    let noon = 1_796_040_000.0
    #expect(
      Self.line(noon + 70, 20, .clock(offsetSeconds: 0))
        == "     UTC  |12:01:10      |12:01:15      |12:01:20      |12:01:25")
    #expect(
      Self.line(noon + 70, 4_000, .clock(offsetSeconds: 19_800))
        == "  +05:30         |17:40   |17:50   |18:00   |18:10   |18:20   |18:30")
    #expect(
      Self.line(noon, 10 * 86_400, .clock(offsetSeconds: -3_600))
        == "  -01:00     |12-01      |12-03      |12-05      |12-07      |12-09")
    #expect(Self.line(0, 7_200, .elapsed) == "   after  |00:00         |00:30         |01:00         |01:30")
  }

  @Test(arguments: [0, 1e-9, 0.5, 30, 3_000, 1e5, 1e7, 1e9, 1e11, .infinity], [11, 20, 70, 300])
  func `any span fits any width`(seconds: Double, columns: Int) {
    for from in [-1e9, 0, 1_796_040_000.25] {
      for scale in [TimeAxis.Scale.elapsed, .clock(offsetSeconds: 3_600)] {
        #expect(Self.line(from, seconds, scale, columns: columns).count <= columns)
      }
    }
  }
}
