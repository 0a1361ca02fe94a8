/// What went wrong and what to do about it: the one error type that reaches people.
///
/// On a terminal it is one line, `waymark: <message>; <remedy>`, and the code becomes the exit status.
public struct Fault: Error, Equatable, Sendable {
  /// The kind of trouble, which decides the exit status (sysexits(3)).
  public enum Code: Int32, Sendable, CaseIterable {
    /// The command line is wrong.
    case usage = 64
    /// The data are damaged or are not what they should be.
    case data = 65
    /// An input file or device is not there or cannot be read.
    case noInput = 66
    /// The daemon, or something else that is needed, is not there.
    case unavailable = 69
    /// A fault of this program.
    case software = 70
    /// An output file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// It may work later: something else holds the thing that is needed.
    case tryAgain = 75
    /// Not allowed.
    case noPermission = 77
    /// The configuration is wrong.
    case configuration = 78
  }

  /// The kind of trouble.
  public var code: Code
  /// What happened, with the thing it happened to; no capital, no full stop.
  public var message: String
  /// What the reader can do; no capital, no full stop. Nil only where nothing helps.
  public var remedy: String?
  /// The system's own words, such as `Permission denied`.
  public var cause: String?
  /// Where: a path, or `path:line:column`.
  public var place: String?

  /// Makes a fault.
  public init(_ code: Code, _ message: String, remedy: String? = nil, cause: String? = nil, place: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.cause = cause
    self.place = place
  }
}

extension Fault: CustomStringConvertible {
  /// One line: place, what happened, the system's words, what to do. Control characters are made visible.
  public var description: String {
    var line = place.map { "\($0): " } ?? ""
    line += message
    if let cause { line += " (\(cause))" }
    if let remedy { line += "; \(remedy)" }
    return line.printable
  }
}

extension String {
  /// The text with every character that could drive a terminal shown as an escape such as `\u{1b}`.
  public var printable: String {
    guard unicodeScalars.contains(where: \.drivesTerminal) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.drivesTerminal {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on this scalar instead of showing it: C0, DEL, C1, and the marks that reorder a line.
  fileprivate var drivesTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
