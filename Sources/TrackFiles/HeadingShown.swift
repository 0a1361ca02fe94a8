import Records
import Text

/// A number of a heading, as the pictures of the journal name it.
enum HeadingNumber: CaseIterable {
  case magnetic, trueNorth, accuracy, declination, pitch, roll

  /// The name in GPX, GeoJSON and KML.
  var name: StaticString {
    switch self {
    case .magnetic: "magneticHeading"
    case .trueNorth: "trueHeading"
    case .accuracy: "headingAccuracy"
    case .declination: "declination"
    case .pitch: "pitch"
    case .roll: "roll"
    }
  }
}

extension HeadingRecord {
  /// A number for those who look at pictures, degrees. A direction that must not be used is not among them: beside a
  /// track it would be used all the same. `waymark log` has it.
  func shown(_ number: HeadingNumber) -> Double? {
    switch number {
    case .magnetic: isValid ? magneticDegrees : nil
    case .trueNorth: isValid ? trueDegrees : nil
    case .accuracy: isValid ? accuracyDegrees : nil
    case .declination: declinationDegrees
    case .pitch: pitchDegrees
    case .roll: rollDegrees
    }
  }

  /// The numbers that are known, in a fixed order.
  var shown: [(HeadingNumber, Double)] {
    HeadingNumber.allCases.compactMap { number in shown(number).map { (number, $0) } }
  }
}

extension ByteWriter {
  /// Appends the last columns of a row: one for each number of a heading, empty where there is none.
  mutating func putFields(_ heading: HeadingRecord?) {
    guard let heading else {
      put(",,,,,,")
      return
    }
    for number in HeadingNumber.allCases { putField(heading.shown(number), decimals: 2) }
  }
}
