/// Cuts bytes into the rows of a CSV (RFC 4180), across any chunks.
struct CSVRows: Sendable {
  /// The longest row, bytes: a tag of the greatest length with every character a quote fits. A quote that is never
  /// closed costs one row and not the rest of the file.
  static let rowLimit = 65_536

  /// The fields of the row, one behind the other, without their quotes.
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The line the row starts on, from 1.
  private(set) var line = 1
  /// Whether the row was longer than ``rowLimit`` or a quote in it was not closed.
  private(set) var isBroken = false

  /// The delimiter.
  var delimiter = UInt8(ascii: ",")

  private enum State { case start, plain, quoted, quoteInQuoted }
  private var state = State.start
  private var nextLine = 1
  private var isDone = false

  /// How many fields the row has; 0 for an empty line.
  var count: Int { bytes.isEmpty && ends.count == 1 ? 0 : ends.count }

  /// A field of the row.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    guard index < ends.count else { return [] }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Takes the next byte.
  ///
  /// - Returns: whether it ended a row, which stays until the next call.
  mutating func push(_ byte: UInt8) -> Bool {
    if isDone { startRow() }
    if byte == 0x0A { nextLine += 1 }
    switch state {
    case .quoted:
      if byte == UInt8(ascii: "\"") {
        state = .quoteInQuoted
      } else if bytes.count >= Self.rowLimit {
        isBroken = true
        state = .plain
      } else {
        bytes.append(byte)
      }
      return false
    case .quoteInQuoted where byte == UInt8(ascii: "\""):
      bytes.append(byte)
      state = .quoted
      return false
    case .start where byte == UInt8(ascii: "\""):
      state = .quoted
      return false
    default: break
    }
    if byte == 0x0A {
      endRow()
      return true
    }
    if byte == delimiter {
      ends.append(bytes.count)
      state = .start
    } else if byte != 0x0D {
      state = .plain
      if bytes.count < Self.rowLimit { bytes.append(byte) } else { isBroken = true }
    }
    return false
  }

  /// Ends the last row, if it has no newline.
  ///
  /// - Returns: whether there is one.
  mutating func finish() -> Bool {
    if isDone { startRow() }
    if state == .quoted { isBroken = true }
    guard !bytes.isEmpty || !ends.isEmpty || state != .start else { return false }
    endRow()
    return true
  }

  private mutating func endRow() {
    ends.append(bytes.count)
    state = .start
    isDone = true
  }

  private mutating func startRow() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    line = nextLine
    isBroken = false
    isDone = false
  }
}
