/// The published form of a magnetic model, the `.COF` file of the World Magnetic Model.
///
/// The first line is the epoch as a decimal year, the name and the date of publication. Each further one is degree n,
/// order m, the Schmidt semi-normalised coefficients g and h in nanotesla, and their changes in nanotesla a year; all
/// degrees from 1, all orders of each, in order. A line of nines closes the file.
struct MagneticCoefficients {
  /// The largest degree that is read: twice that of the largest model in use (WMMHR has 133), and little enough for the
  /// recursion to stay within a `Double` at the poles.
  static let degreeLimit = 250

  /// No coefficient reaches this, nanotesla: the largest is the dipole, 29,400.
  private static let valueLimit = 1e6

  /// One line.
  struct Row {
    var degree: Int
    var order: Int
    /// g and its yearly change.
    var cosine: SIMD2<Double>
    /// h and its yearly change.
    var sine: SIMD2<Double>
  }

  private(set) var epochYear = 0.0
  private(set) var name = ""
  private(set) var published = ""
  private(set) var rows: [Row] = []
  private var line = 0

  /// Reads a file.
  ///
  /// - Throws: the first thing that is wrong.
  init(_ bytes: some Sequence<UInt8>) throws(MagneticModelError) {
    // By hand, because `split` would cut a file of one endless line into a copy of itself first.
    var pending: [UInt8] = []
    var isClosed = false
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        try take(pending, &isClosed)
        pending.removeAll(keepingCapacity: true)
      } else if pending.count < Self.longestLine {
        pending.append(byte)
      } else {
        throw MagneticModelError(line: line + 1, reason: line == 0 ? .header : isClosed ? .trailing : .fields)
      }
    }
    if !pending.isEmpty { try take(pending, &isClosed) }
    guard isClosed else { throw fault(line == 0 ? .header : .truncated) }
  }

  private static let longestLine = 200

  private mutating func take(_ bytes: [UInt8], _ isClosed: inout Bool) throws(MagneticModelError) {
    line += 1
    let fields = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    let isNines = fields.count == 1 && fields[0].count >= 4 && fields[0].allSatisfy { $0 == UInt8(ascii: "9") }
    if isClosed {
      guard fields.isEmpty || isNines else { throw fault(.trailing) }
    } else if line == 1 {
      try takeHeader(fields)
    } else if isNines {
      let next = expected
      guard next.order == 0, !rows.isEmpty else { throw fault(.expected(degree: next.degree, order: next.order)) }
      isClosed = true
    } else {
      try takeRow(fields)
    }
  }

  private mutating func takeHeader(_ fields: [ArraySlice<UInt8>]) throws(MagneticModelError) {
    guard fields.count == 3, let year = Self.number(fields[0]), (1900.0...2200).contains(year),
      fields.allSatisfy({ $0.allSatisfy { (0x21...0x7E).contains($0) } })
    else { throw fault(.header) }
    epochYear = year
    name = String(decoding: fields[1], as: UTF8.self)
    published = String(decoding: fields[2], as: UTF8.self)
  }

  private mutating func takeRow(_ fields: [ArraySlice<UInt8>]) throws(MagneticModelError) {
    guard fields.count == 6, let degree = Self.index(fields[0]), let order = Self.index(fields[1]) else {
      throw fault(.fields)
    }
    guard degree <= Self.degreeLimit else { throw fault(.degree(limit: Self.degreeLimit)) }
    let next = expected
    guard degree == next.degree, order == next.order else {
      throw fault(.expected(degree: next.degree, order: next.order))
    }
    let values = fields[2...].compactMap(Self.number).filter { $0.magnitude < Self.valueLimit }
    guard values.count == 4 else { throw fault(.value) }
    rows.append(
      Row(degree: degree, order: order, cosine: [values[0], values[2]], sine: [values[1], values[3]]))
  }

  /// The degree and order that come next.
  private var expected: (degree: Int, order: Int) {
    guard let last = rows.last else { return (1, 0) }
    return last.order < last.degree ? (last.degree, last.order + 1) : (last.degree + 1, 0)
  }

  private func fault(_ reason: MagneticModelError.Reason) -> MagneticModelError {
    MagneticModelError(line: max(line, 1), reason: reason)
  }

  private static func index(_ field: ArraySlice<UInt8>) -> Int? {
    guard field.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: field, as: UTF8.self))
  }

  /// A decimal number. Swift's own reading would take `nan`, `inf` and hexadecimal ones too.
  private static func number(_ field: ArraySlice<UInt8>) -> Double? {
    guard field.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }) else { return nil }
    return Double(String(decoding: field, as: UTF8.self))
  }
}
