/// A raster of dots that becomes text, several dots to a character cell.
///
/// With Unicode a cell holds 2 x 4 dots (braille patterns, U+2800 to U+28FF), in ASCII 1 x 2. A terminal's cells are
/// about twice as tall as wide, so in both cases the dots are square.
struct DotCanvas {
  /// Cells across.
  let columns: Int
  /// Cells down.
  let rows: Int
  /// Dots across a cell.
  let dotsPerColumn: Int
  /// Dots down a cell.
  let dotsPerRow: Int

  private let isUnicode: Bool
  private var masks: [UInt8]

  /// An empty canvas of at least one cell.
  init(columns: Int, rows: Int, isUnicode: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.isUnicode = isUnicode
    dotsPerColumn = isUnicode ? 2 : 1
    dotsPerRow = isUnicode ? 4 : 2
    masks = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// Dots across.
  var width: Int { columns * dotsPerColumn }

  /// Dots down.
  var height: Int { rows * dotsPerRow }

  /// Sets the dot at `x` from the left and `y` from the top; outside the canvas nothing happens.
  mutating func set(x: Int, y: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let cell = y / dotsPerRow * columns + x / dotsPerColumn
    masks[cell] |= isUnicode ? Self.brailleBit(x: x & 1, y: y & 3) : 1 << UInt8(y & 1)
  }

  /// Sets the dots of a straight line (Bresenham), both ends included; the ends must lie on the canvas.
  mutating func line(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    let deltaX = abs(x1 - x0)
    let deltaY = -abs(y1 - y0)
    var x = x0
    var y = y0
    var error = deltaX + deltaY
    while true {
      set(x: x, y: y)
      if x == x1 && y == y1 { return }
      let doubled = 2 * error
      if doubled >= deltaY {
        error += deltaY
        x += x0 < x1 ? 1 : -1
      }
      if doubled <= deltaX {
        error += deltaX
        y += y0 < y1 ? 1 : -1
      }
    }
  }

  /// The character of a cell; nil where there is no dot.
  func character(column: Int, row: Int) -> Character? {
    let mask = masks[row * columns + column]
    guard mask != 0 else { return nil }
    if !isUnicode { return mask == 1 ? "'" : mask == 2 ? "." : ":" }
    return Unicode.Scalar(0x2800 + UInt32(mask)).map(Character.init)
  }

  /// The numbering of the dots in the Unicode chart: 1 2 3 7 down the left, 4 5 6 8 down the right.
  private static func brailleBit(x: Int, y: Int) -> UInt8 {
    y == 3 ? 0x40 << UInt8(x) : 1 << UInt8(y + 3 * x)
  }
}
