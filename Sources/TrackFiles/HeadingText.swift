import Records
import Text

extension RecordText {
  /// Appends `tag 7: 214.5 deg true +-2.0, declination 3.2 E`, and how the board was tilted where there is room for it.
  static func put(_ heading: HeadingRecord, columns: Int, to out: inout ByteWriter) {
    switch heading.subject {
    case .tag: out.put("tag ")
    case .fix: out.put("fix ")
    }
    out.put(Int(truncatingIfNeeded: heading.subject.sequence.value))
    out.put(":")
    if let degrees = heading.trueDegrees {
      putDirection(degrees, to: &out)
      out.put(" deg true")
    } else if let degrees = heading.magneticDegrees {
      putDirection(degrees, to: &out)
      out.put(" deg magnetic")
    } else {
      out.put(" no heading")
    }
    if heading.isValid {
      out.put(" +-")
      if let bound = heading.accuracyDegrees { out.put(bound, decimals: 1) }
    } else if heading.magneticDegrees != nil {
      out.put(", not to be used")
    }
    if let declination = heading.declinationDegrees {
      out.put(", declination ")
      out.put(declination.magnitude, decimals: 1)
      out.put(declination < 0 ? " W" : " E")
    }
    var tilt = ByteWriter(capacity: 32)
    if let pitch = heading.pitchDegrees {
      tilt.put(", pitch ")
      tilt.put(pitch, decimals: 0)
    }
    if let roll = heading.rollDegrees {
      tilt.put(", roll ")
      tilt.put(roll, decimals: 0)
    }
    if out.bytes.count + tilt.bytes.count <= columns { out.bytes += tilt.bytes }
  }

  /// Appends a direction in tenths of a degree, below 360.
  private static func putDirection(_ degrees: Double, to out: inout ByteWriter) {
    guard let hundredths = degrees.courseHundredths else { return }
    out.put(" ")
    out.put(scaled: (hundredths + 5) / 10 % 3_600, decimals: 1)
  }
}
