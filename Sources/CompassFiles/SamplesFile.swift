import Compass
import Text

/// A recording of the sensors as CSV: `time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g[,temperature_c]`, along right-handed axes
/// of the sensor, +1 g on the axis that points up.
public enum SamplesFile {
  /// A line of the file.
  public struct Sample: Equatable, Sendable {
    /// Seconds since any start.
    public var seconds: Double
    /// The field.
    public var field: FieldSample
    /// The acceleration.
    public var motion: MotionSample

    /// Makes a sample.
    public init(seconds: Double, field: FieldSample, motion: MotionSample) {
      self.seconds = seconds
      self.field = field
      self.motion = motion
    }
  }

  /// The columns; the last may be missing.
  public static let columns = ["time_s", "mx_uT", "my_uT", "mz_uT", "ax_g", "ay_g", "az_g", "temperature_c"]
  /// What no sensor of a compass measures: beyond it a number is in the wrong unit.
  private static let largest: [Double] = [1e12, 5_000, 5_000, 5_000, 20, 20, 20, 200]

  /// Reads a file; a byte order mark and Windows' line ends are taken.
  ///
  /// - Parameter path: for the places of faults.
  /// - Throws: 65 with line and column of the first thing that is wrong.
  public static func read(_ bytes: [UInt8], path: String) throws(Fault) -> [Sample] {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = bytes.dropFirst(isMarked ? 3 : 0)
    var samples: [Sample] = []
    var count: Int?
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { continue }
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      if let count {
        let sample = try sample(fields, count, line: index + 1, path)
        if let last = samples.last, sample.seconds < last.seconds {
          throw Fault(
            .data, "time_s goes back from \(last.seconds) to \(sample.seconds)",
            remedy: "a file holds one recording, in the order in which it was made", place: "\(path):\(index + 1):1")
        }
        samples.append(sample)
      } else {
        count = try header(fields, line: index + 1, path)
      }
    }
    guard count != nil else {
      throw Fault(.data, "the file is empty", remedy: "record one with `waymark compass record`", place: path)
    }
    guard !samples.isEmpty else {
      throw Fault(.data, "the file has a header and no samples", remedy: "record one anew", place: path)
    }
    try checkUnits(samples, path)
    return samples
  }

  /// Half of the samples of any recording are near 1 g and the Earth's 22 to 67 µT. Files of other programs have other
  /// units, and nothing that is said of such a recording later would name the reason.
  private static func checkUnits(_ samples: [Sample], _ path: String) throws(Fault) {
    func middle(_ size: (Sample) -> Double) -> Double { samples.map(size).sorted()[samples.count / 2] }
    let gravity = middle { ($0.motion.acceleration * $0.motion.acceleration).sum().squareRoot() }
    if (7...13).contains(gravity) {
      throw Fault(
        .data, "ax_g, ay_g and az_g look like metres per second squared", remedy: "divide them by 9.80665", place: path)
    }
    let field = middle { ($0.field.microtesla * $0.field.microtesla).sum().squareRoot() }
    if (0.1..<3).contains(field) {
      throw Fault(
        .data, "mx_uT, my_uT and mz_uT look like gauss", remedy: "multiply them by 100", place: path)
    }
  }

  private static func header(_ fields: [String], line: Int, _ path: String) throws(Fault) -> Int {
    let names = fields.map { $0.trimmingBlanks }
    guard names == columns || names == columns.dropLast() else {
      throw Fault(
        .data, "the first line is not the header of a recording",
        remedy: "it is `\(columns.joined(separator: ","))`, the last one may be missing", place: "\(path):\(line):1")
    }
    return names.count
  }

  private static func sample(_ fields: [String], _ count: Int, line: Int, _ path: String) throws(Fault) -> Sample {
    // The temperature may be empty: not every chip has one at every moment.
    guard fields.count == count else {
      throw Fault(
        .data, "the line has \(fields.count) columns, and the header \(count)",
        remedy: "record it anew, or mend the line",
        place: "\(path):\(line):1")
    }
    var numbers: [Double?] = []
    for (index, field) in fields.enumerated() {
      let text = field.trimmingBlanks
      if text.isEmpty, index == 7 {
        numbers.append(nil)
        continue
      }
      guard let number = Double(text), number.isFinite, !text.contains("x"), !text.contains("X") else {
        throw Fault(
          .data, "\(columns[index]) is no number: `\(text.shortenedText)`", remedy: "mend the line or take it out",
          place: "\(path):\(line):\(index + 1)")
      }
      guard abs(number) <= largest[index] else {
        throw Fault(
          .data, "\(columns[index]) is \(text), which no such sensor measures",
          remedy: "the unit is part of the column's name", place: "\(path):\(line):\(index + 1)")
      }
      numbers.append(number)
    }
    let values = numbers.map { $0 ?? 0 }
    let field = FieldSample(
      microtesla: SIMD3(values[1], values[2], values[3]), temperatureCelsius: count == 8 ? numbers[7] : nil)
    return Sample(
      seconds: values[0], field: field, motion: MotionSample(acceleration: SIMD3(values[4], values[5], values[6])))
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmingBlanks: String {
    let body = drop { $0 == " " || $0 == "\t" }
    return String(body.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  /// Short enough for a message.
  fileprivate var shortenedText: String { count > 24 ? "\(prefix(24))…" : self }
}
