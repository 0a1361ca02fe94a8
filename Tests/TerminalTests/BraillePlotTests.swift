import Geodesy
import Glibc
import Terminal
import Testing

@Suite("A track as a picture")
struct BraillePlotTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
      preconditionFailure("not on the globe: \(latitude) \(longitude)")
    }
    return place
  }

  /// A circle of this radius about a place, as the receiver would see it from a carousel.
  private static func circle(latitude: Double, radiusMeters: Double) -> [Coordinate] {
    let degree = Coordinate.meanRadiusMeters * .pi / 180
    return (0...72).map { step in
      let angle = Double(step) / 72 * 2 * .pi
      return place(
        latitude + radiusMeters * sin(angle) / degree,
        7 + radiusMeters * cos(angle) / degree / cos(latitude * .pi / 180))
    }
  }

  private static let unicode = TerminalTheme(isColoured: false, isUnicode: true)

  @Test func `a square walk, its tag and its scale look like this`() {
    let corners = [(0, 0), (0, 3), (2, 3), (2, 0)].map { Self.place(47 + $0.0 * 0.001, 7 + $0.1 * 0.001) }
    let plot = BraillePlot(segments: [corners], tags: [corners[1]])
    #expect(
      plot.lines(columns: 30, rows: 10, theme: Self.unicode) == [
        "      E⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⢹",
        "                       ⢸",
        "                       ⢸",
        "                       ⢸",
        "                       ⢸",
        "                       ⢸",
        "                       ⢸",
        "                       ⢸",
        "      S⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀1",
        "├──┤ 50 m  S start  E end  ↑ N",
      ])
    #expect(
      plot.lines(columns: 30, rows: 10, theme: .ascii) == [
        "      E'''''''''''''''':",
        "                       :",
        "                       :",
        "                       :",
        "                       :",
        "                       :",
        "                       :",
        "                       :",
        "      S................1",
        "|--| 50 m  S start  E end  ^ N",
      ])
  }

  @Test(arguments: [0.0, 47, -60, 75])
  func `a circle is round at any latitude`(latitude: Double) {
    let plot = BraillePlot(segments: [Self.circle(latitude: latitude, radiusMeters: 500)])
    let picture = plot.lines(columns: 60, rows: 21, theme: Self.unicode).dropLast()
    let widest = picture.map { $0.count }.max() ?? 0
    let left = picture.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    #expect(picture.count == 20)
    #expect(abs((widest - left) - 2 * picture.count) <= 1)
  }

  @Test func `a hole in the track is a hole in the picture`() {
    let west = (0...10).map { Self.place(47, 7 + Double($0) * 0.0001) }
    let east = (0...10).map { Self.place(47, 7.005 + Double($0) * 0.0001) }
    let line = BraillePlot(segments: [west, east]).lines(columns: 60, rows: 5, theme: .ascii).first ?? ""
    let inner = line.drop { $0 == " " }
    #expect(inner.contains("          "))
    #expect(inner.hasPrefix("S") && inner.hasSuffix("E"))
  }

  @Test func `a track across the date line is drawn in one piece`() {
    let track = (-5...5).map { step in
      Self.place(-17, step < 0 ? 180 + Double(step) * 0.001 : -180 + Double(step) * 0.001)
    }
    let lines = BraillePlot(segments: [track]).lines(columns: 40, rows: 6, theme: .ascii)
    #expect(lines.first?.contains("S") == true && lines.first?.contains("E") == true)
    #expect(lines.last?.hasPrefix("|") == true && lines.last?.contains(" 200 m") == true)
  }

  @Test func `nothing to draw gives no lines`() {
    #expect(BraillePlot(segments: []).lines(columns: 80, rows: 24, theme: .ascii).isEmpty)
    #expect(BraillePlot(segments: [[]], tags: [nil]).lines(columns: 80, rows: 24, theme: .ascii).isEmpty)
  }

  @Test func `a stay is a spot, not a scribble over the whole screen`() {
    let noise = (0..<50).map { Self.place(47 + Double($0 % 7) * 1e-6, 7 + Double($0 % 5) * 1e-6) }
    let lines = BraillePlot(segments: [noise]).lines(columns: 80, rows: 24, theme: Self.unicode)
    #expect(lines.count <= 4)
  }

  @Test func `a tag without a place keeps its number`() {
    let track = (0...10).map { Self.place(47, 7 + Double($0) * 0.001) }
    let lines = BraillePlot(segments: [track], tags: [nil, track[5]]).lines(columns: 60, rows: 6, theme: .ascii)
    #expect(lines.first?.contains("2") == true)
    #expect(lines.first?.contains("1") == false)
  }

  @Test(arguments: [1, 2, 5, 11, 20, 40, 80, 200], [1, 2, 3, 24, 60])
  func `no line is wider and no picture taller than asked`(columns: Int, rows: Int) {
    let plot = BraillePlot(
      segments: [Self.circle(latitude: 47, radiusMeters: 3_000)], tags: [Self.place(47, 7), nil, Self.place(47.01, 7)])
    for theme in [TerminalTheme.ascii, Self.unicode] {
      let lines = plot.lines(columns: columns, rows: rows, theme: theme)
      #expect(lines.count <= max(1, rows))
      #expect(lines.allSatisfy { $0.count <= columns })
    }
  }

  @Test func `ASCII stays ASCII and colour comes only where it is wanted`() {
    let plot = BraillePlot(segments: [Self.circle(latitude: 47, radiusMeters: 90)], tags: [Self.place(47, 7)])
    let ascii = plot.lines(columns: 60, rows: 20, theme: .ascii).joined()
    #expect(ascii.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
    let coloured = plot.lines(columns: 60, rows: 20, theme: TerminalTheme(isColoured: true, isUnicode: true))
    #expect(coloured.allSatisfy { !$0.contains("\u{1b}") || $0.contains("\u{1b}[0m") })
    #expect(coloured.joined().contains("\u{1b}[1;32mS\u{1b}[0m"))
  }
}
