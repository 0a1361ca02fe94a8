import Text

/// One thing that the doctor looked at, and what came of it.
public struct Finding: Equatable, Sendable {
  /// How bad it is, the best first.
  public enum Level: String, Comparable, Sendable, CaseIterable {
    /// As it should be.
    case good = "ok"
    /// Worth knowing; nothing to do.
    case note
    /// It works, but not as well as it could.
    case warning
    /// It does not work.
    case fault

    /// Orders by how bad it is.
    public static func < (left: Level, right: Level) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// What was looked at, such as `receiver.bytes`: for programs, and the order of the report.
  public var check: String
  /// How bad it is.
  public var level: Level
  /// What was found, for people.
  public var message: String
  /// What to do about it; nil if there is nothing to do.
  public var remedy: String?
  /// What kind of fault it is, for the exit status; only of a fault.
  public var code: Fault.Code?

  /// Makes a finding.
  public init(_ check: String, _ level: Level, _ message: String, remedy: String? = nil, code: Fault.Code? = nil) {
    self.check = check
    self.level = level
    self.message = message
    self.remedy = remedy
    self.code = level == .fault ? code ?? .unavailable : nil
  }

  /// Makes a finding of a fault that something else reported.
  public init(_ check: String, _ fault: Fault, as level: Level = .fault) {
    var message = fault.place.map { "\($0): " } ?? ""
    message += fault.message
    if let cause = fault.cause { message += " (\(cause))" }
    self.init(check, level, message, remedy: fault.remedy, code: fault.code)
  }

  /// The exit status that tells the worst of some findings: 0 with nothing but notes, 1 with warnings, else the code of
  /// the first fault (sysexits(3)).
  public static func exitStatus(of findings: [Finding]) -> Int32 {
    if let fault = findings.first(where: { $0.level == .fault }) {
      return (fault.code ?? .unavailable).rawValue
    }
    return findings.contains { $0.level == .warning } ? 1 : 0
  }

  /// The finding as a JSON object on a line of its own.
  public var json: [UInt8] {
    var line = JSONLine()
    line.put("check", check)
    line.put("level", level.rawValue)
    line.put("message", message)
    line.put("remedy", remedy)
    return line.finish()
  }
}
