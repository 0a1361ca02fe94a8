import Clocks
import Geodesy
import GNSS
import Records
import Text

/// One record as one line for people: when, what, where, and what else there is to say.
public enum RecordText {
  /// The line, without a newline.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - offsetSeconds: local time minus UTC. 0 shows `Z` behind the time, anything else the offset. A record without
  ///     UTC shows the seconds since its boot.
  ///   - columns: the width; what does not fit is cut, with an ellipsis. Nothing in the line can drive a terminal.
  public static func line(_ record: Record, offsetSeconds: Int = 0, columns: Int = 80) -> String {
    var out = ByteWriter(capacity: 128)
    put(record.utc?.time, at: record.at, offsetSeconds: offsetSeconds, to: &out)
    let kind = RecordKind(record.body).rawValue
    out.put(" ")
    out.put(text: kind)
    for _ in kind.utf8.count..<max(8, kind.utf8.count + 1) { out.put(" ") }
    put(record.body, sequence: record.sequence, columns: columns, to: &out)
    return out.string.printable.cut(to: columns)
  }

  /// Appends a moment in the first column of ``line(_:offsetSeconds:columns:)``: 20 columns for UTC, 25 otherwise.
  static func put(_ time: UnixTime?, at: Instant, offsetSeconds: Int, to out: inout ByteWriter) {
    let width = offsetSeconds == 0 ? 20 : 25
    let start = out.bytes.count
    if let time {
      let (shifted, overflow) = time.nanoseconds.addingReportingOverflow(Int64(offsetSeconds) &* 1_000_000_000)
      let local = UnixTime(nanoseconds: overflow ? time.nanoseconds : shifted)
      out.put(date: local.date)
      out.put(" ")
      let seconds = Int(local.nanosecondsOfDay / 1_000_000_000)
      out.put(seconds / 3_600, width: 2)
      out.put(":")
      out.put(seconds / 60 % 60, width: 2)
      out.put(":")
      out.put(seconds % 60, width: 2)
      putZone(offsetSeconds, to: &out)
    } else {
      out.put("boot +")
      out.put(scaled: Int(at.boot / 1_000_000), decimals: 3)
      out.put(" s")
    }
    while out.bytes.count - start < width { out.put(" ") }
  }

  private static func putZone(_ offsetSeconds: Int, to out: inout ByteWriter) {
    guard offsetSeconds != 0 else {
      out.put("Z")
      return
    }
    let minutes = Int(offsetSeconds.magnitude / 60)
    if offsetSeconds < 0 { out.put("-") } else { out.put("+") }
    out.put(minutes / 60, width: 2)
    out.put(":")
    out.put(minutes % 60, width: 2)
  }

  private static func put(_ body: Body, sequence: SequenceNumber, columns: Int, to out: inout ByteWriter) {
    switch body {
    case .fix(let record): put(record, columns: columns, to: &out)
    case .tag(let tag):
      out.put(Int(truncatingIfNeeded: sequence.value))
      out.put(" ")
      out.put(tag.source.label)
      if let text = tag.text {
        out.put(" ")
        out.put(text: text)
      }
    case .located(let location):
      put(location.coordinate, to: &out)
      out.put(" tag ")
      out.put(Int(truncatingIfNeeded: location.tag.value))
      if location.method == .interpolated {
        out.put(" between fixes")
      } else {
        out.put(" first fix")
        put(location.ageSeconds, decimals: 1, unit: " s later", to: &out)
      }
    case .gap(let gap):
      putWords(gap.reason.label, to: &out)
      put(gap.sinceLastFixSeconds, decimals: 1, unit: " s since the last fix", to: &out)
    case .start(let start):
      putWords(start.reason.label, to: &out)
      out.put(", version ")
      out.put(text: start.version)
    case .stop(let reason): putWords(reason.label, to: &out)
    case .trip(let trip):
      out.put(Int(trip.number))
      out.put(" ")
      putWords(trip.reason.label, to: &out)
    case .clock(let reading):
      if let step = reading.stepMilliseconds {
        out.put("moved by ")
        out.put(scaled: Int(step), decimals: 3)
        out.put(" s")
      } else {
        out.put("known")
      }
    case .gesture(let gesture):
      out.put("tag ")
      out.put(Int(truncatingIfNeeded: gesture.press.value))
      switch gesture.kind {
      case .short: out.put(" was a short press and stays")
      case .long: out.put(" was a long press: mode change, no place")
      case .veryLong: out.put(" was a very long press: power off, no place")
      }
    case .mode(let change):
      putWords(change.mode.label, to: &out)
      out.put(" by ")
      out.put(change.reason.label)
    case .heading(let heading):
      put(heading, columns: columns, to: &out)
    case .checkpoint(let checkpoint):
      out.put("trip ")
      out.put(Int(checkpoint.trip))
      out.put(", tags without a place: ")
      out.put(checkpoint.pendingTags.count)
    }
  }

  private static func put(_ record: FixRecord, columns: Int, to out: inout ByteWriter) {
    let fix = record.fix
    if let coordinate = fix.coordinate { put(coordinate, to: &out) } else { out.put("no place") }
    put(fix.meanSeaLevelMeters, decimals: 0, unit: " m", to: &out)
    put(fix.speedMetersPerSecond, decimals: 1, unit: " m/s", to: &out)
    out.put(" ")
    putWords(record.reason.label, to: &out)
    var satellites = ByteWriter(capacity: 16)
    satellites.put(" ")
    satellites.put(fix.mode.label)
    if let used = fix.satellitesUsed {
      satellites.put("/")
      satellites.put(used)
    }
    // The least of what there is to say: left out whole rather than cut.
    if fix.mode != .unknown, out.bytes.count + satellites.bytes.count <= columns { out.bytes += satellites.bytes }
  }

  private static func put(_ coordinate: Coordinate, to out: inout ByteWriter) {
    let (latitude, longitude) = (coordinate.latitudeNanodegrees, coordinate.longitudeNanodegrees)
    putDegrees(latitude, width: 2, to: &out)
    if latitude < 0 { out.put(" S ") } else { out.put(" N ") }
    putDegrees(longitude, width: 3, to: &out)
    if longitude < 0 { out.put(" W") } else { out.put(" E") }
  }

  private static func putDegrees(_ nanodegrees: Int64, width: Int, to out: inout ByteWriter) {
    let hundredThousandths = Int((nanodegrees.magnitude + 5_000) / 10_000)
    let digits = hundredThousandths < 1_000_000 ? 1 : hundredThousandths < 10_000_000 ? 2 : 3
    for _ in digits..<max(digits, width) { out.put(" ") }
    out.put(scaled: hundredThousandths, decimals: 5)
  }

  private static func put(_ value: Double?, decimals: Int, unit: StaticString, to out: inout ByteWriter) {
    guard let value = value?.writable else { return }
    out.put(" ")
    out.put(value, decimals: decimals)
    out.put(unit)
  }

  private static func putWords(_ label: StaticString, to out: inout ByteWriter) {
    label.withUTF8Buffer { word in
      for byte in word { out.put(byte: byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte) }
    }
  }
}

extension String {
  /// The text cut to a number of terminal columns, with an ellipsis where something is missing.
  public func cut(to columns: Int) -> String {
    var width = 0
    for scalar in unicodeScalars { width += scalar.columns }
    guard width > columns else { return self }
    var result = ""
    width = 0
    for character in self {
      let next = character.unicodeScalars.reduce(0) { $0 + $1.columns }
      if width + next > columns - 1 { break }
      width += next
      result.append(character)
    }
    return result + "…"
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives it: 2 for East Asian wide and emoji, 0 for what joins the character before
  /// (after Markus Kuhn's and POSIX `wcwidth`, coarsely).
  fileprivate var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
