/// The mode indicator of NMEA 0183 version 2.3 and later: how a position was found.
struct PositioningMode: Equatable {
  /// The letter.
  let letter: UInt8

  /// Whether the letter says that there is no position.
  var isNone: Bool { letter == UInt8(ascii: "N") }

  /// What it means; nil for N and for a letter that the standard does not have. Quectel's C (caution) and U (unsafe)
  /// are positions by satellites.
  var quality: Fix.Quality? {
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "C"), UInt8(ascii: "U"): .autonomous
    case UInt8(ascii: "D"): .differential
    case UInt8(ascii: "P"): .precise
    case UInt8(ascii: "R"): .fixedRTK
    case UInt8(ascii: "F"): .floatRTK
    case UInt8(ascii: "E"): .estimated
    case UInt8(ascii: "M"): .manual
    case UInt8(ascii: "S"): .simulated
    default: nil
    }
  }

  /// Whether the receiver doubts the position itself.
  var isUnsafe: Bool { letter == UInt8(ascii: "C") || letter == UInt8(ascii: "U") }
}

extension FieldCursor {
  /// A field with one mode letter.
  mutating func nextMode() -> PositioningMode? { nextLetter().map(PositioningMode.init) }

  /// A field with a status letter: A is valid, V is not; nil for anything else.
  mutating func nextStatus() -> Bool? {
    switch nextLetter() {
    case UInt8(ascii: "A"): true
    case UInt8(ascii: "V"): false
    default: nil
    }
  }
}

/// Which of several statements of the same thing is taken.
enum Rank {
  static let repeated = 1
  static let recommended = 3
  static let fixData = 4

  /// Metres a second in a knot (exact: 1,852 m an hour).
  static let metersPerSecondInKnot = 1_852.0 / 3_600
  /// Metres a second in a kilometre an hour.
  static let metersPerSecondInKilometerPerHour = 1 / 3.6
}
