import Geodesy

/// A track as a picture made of text: north up, true to scale, with its start, its end, its tags and a scale bar.
///
/// It joins only the points of one segment. Where the track has a hole the picture has one too.
public struct BraillePlot: Sendable {
  /// A place that is pointed out.
  public struct Mark: Equatable, Sendable {
    /// What is there.
    public enum Kind: Equatable, Sendable {
      /// The track starts here.
      case start
      /// The track ends here.
      case end
      /// A tag, by its number in the list that the caller prints, counted from 1.
      case tag(Int)

      /// The one character that stands for it: `S`, `E`, `1` to `9`, `a` to `z`, and `+` for all tags after those.
      public var symbol: Character {
        switch self {
        case .start: return "S"
        case .end: return "E"
        case .tag(let number):
          if (1...9).contains(number) { return Character(Unicode.Scalar(UInt8(0x30 + number))) }
          if (10...35).contains(number) { return Character(Unicode.Scalar(UInt8(0x61 + number - 10))) }
          return "+"
        }
      }
    }

    /// What is there.
    public var kind: Kind
    /// Where.
    public var coordinate: Coordinate

    /// Makes a mark.
    public init(_ kind: Kind, at coordinate: Coordinate) {
      self.kind = kind
      self.coordinate = coordinate
    }

    /// The one character that stands for it, see ``Kind/symbol``.
    public var symbol: Character { kind.symbol }

    var style: TerminalTheme.Style {
      switch kind {
      case .start: .start
      case .end: .end
      case .tag: .tag
      }
    }
  }

  private let segments: [[Coordinate]]
  private let marks: [Mark]

  /// A picture of these segments.
  ///
  /// - Parameters:
  ///   - segments: runs of points without a hole, in the order of time.
  ///   - tags: places of the tags in the order of the list they are numbered by; nil for one that is not located, which
  ///     keeps its number and is not drawn.
  public init(segments: [[Coordinate]], tags: [Coordinate?] = []) {
    var marks: [Mark] = []
    // Tags are placed first: where marks crowd, they keep the exact cell.
    for (index, place) in tags.enumerated() {
      if let place { marks.append(Mark(.tag(index + 1), at: place)) }
    }
    let drawn = segments.filter { !$0.isEmpty }
    if let first = drawn.first?.first, let last = drawn.last?.last {
      marks.append(Mark(.start, at: first))
      marks.append(Mark(.end, at: last))
    }
    self.segments = drawn
    self.marks = marks
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - columns: width in characters; no line is longer.
  ///   - rows: the most lines, the line with the scale included. A wide track takes fewer: empty rows above and below
  ///     it are left out.
  ///   - theme: what the terminal can show.
  /// - Returns: the lines, without spaces at their ends; none if there is nothing to draw.
  public func lines(columns: Int, rows: Int, theme: TerminalTheme) -> [String] {
    var canvas = DotCanvas(columns: columns, rows: rows - 1, isUnicode: theme.isUnicode)
    let points = segments.joined()
    guard let projection = PlotProjection(points: points + marks.map(\.coordinate), canvas: canvas) else { return [] }
    for segment in segments { Self.draw(segment, on: &canvas, projection) }
    let placed = place(on: canvas, projection)
    var lines: [String] = []
    for row in 0..<canvas.rows { lines.append(Self.line(row, of: canvas, placed, theme)) }
    lines = Array(lines.drop { $0.isEmpty })
    while lines.last?.isEmpty == true { lines.removeLast() }
    let metersPerColumn = projection.metersPerDot * Double(canvas.dotsPerColumn)
    if rows > 1 { lines.append(legend(columns: canvas.columns, metersPerColumn: metersPerColumn, theme)) }
    return lines
  }

  private static func draw(_ segment: [Coordinate], on canvas: inout DotCanvas, _ projection: PlotProjection) {
    var last: (x: Int, y: Int)?
    for point in segment {
      let dot = projection.dot(of: point)
      if let last {
        canvas.line(fromX: last.x, y: last.y, toX: dot.x, y: dot.y)
      } else {
        canvas.set(x: dot.x, y: dot.y)
      }
      last = dot
    }
  }

  /// Finds a cell for each mark: its own, or a free one next to it where another mark is.
  private func place(on canvas: DotCanvas, _ projection: PlotProjection) -> [Int: Mark] {
    let steps = [(0, 0), (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (2, 0), (-2, 0)]
    var placed: [Int: Mark] = [:]
    for mark in marks {
      let dot = projection.dot(of: mark.coordinate)
      for (across, down) in steps {
        let column = dot.x / canvas.dotsPerColumn + across
        let row = dot.y / canvas.dotsPerRow + down
        guard (0..<canvas.columns).contains(column), (0..<canvas.rows).contains(row) else { continue }
        let cell = row * canvas.columns + column
        if placed[cell] == nil {
          placed[cell] = mark
          break
        }
      }
    }
    return placed
  }

  private static func line(_ row: Int, of canvas: DotCanvas, _ marks: [Int: Mark], _ theme: TerminalTheme) -> String {
    var line = ""
    var run = ""
    var blanks = 0
    // Dots are painted run by run, or every cell would carry its own escape sequences over a slow line.
    for column in 0..<canvas.columns {
      let mark = marks[row * canvas.columns + column]
      let dots = canvas.character(column: column, row: row)
      if mark == nil, let dots {
        if run.isEmpty { line += String(repeating: " ", count: blanks) }
        blanks = 0
        run.append(dots)
        continue
      }
      line += theme.paint(run, .track)
      run = ""
      if let mark {
        line += String(repeating: " ", count: blanks)
        blanks = 0
        line += theme.paint(String(mark.symbol), mark.style)
      } else {
        blanks += 1
      }
    }
    return line + theme.paint(run, .track)
  }

  private func legend(columns: Int, metersPerColumn: Double, _ theme: TerminalTheme) -> String {
    let bar = ScaleBar(metersPerColumn: metersPerColumn, limit: columns / 4)
    var parts: [(text: String, painted: String)] = []
    func add(_ text: String, painted: String? = nil) { parts.append((text, painted ?? theme.paint(text, .faint))) }
    add(bar.text(theme))
    if !segments.isEmpty {
      add("S start", painted: theme.paint("S", .start) + theme.paint(" start", .faint))
      add("E end", painted: theme.paint("E", .end) + theme.paint(" end", .faint))
    }
    let tags = marks.filter { if case .tag = $0.kind { true } else { false } }
    if let first = tags.first, let last = tags.last {
      let range = tags.count == 1 ? "\(first.symbol)" : "\(first.symbol)-\(last.symbol)"
      let word = tags.count == 1 ? " tag" : " tags"
      add(range + word, painted: theme.paint(range, .tag) + theme.paint(word, .faint))
    }
    let north = theme.isUnicode ? "↑ N" : "^ N"
    // Where the line is too short, what is said last goes first; the scale stays while it fits.
    while parts.count > 1, Self.width(parts.map(\.text)) + 2 + north.count > columns { parts.removeLast() }
    let width = Self.width(parts.map(\.text))
    guard width <= columns else { return "" }
    let line = parts.map(\.painted).joined(separator: "  ")
    let free = columns - width - north.count
    return free < 2 ? line : line + String(repeating: " ", count: free) + theme.paint(north, .faint)
  }

  private static func width(_ parts: [String]) -> Int { parts.reduce(-2) { $0 + 2 + $1.count } }
}
