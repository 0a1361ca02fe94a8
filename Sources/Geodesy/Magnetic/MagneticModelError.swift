/// Why a file of magnetic coefficients is not read, and where.
public struct MagneticModelError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The first line is not the epoch as a year, the name, and the date of publication.
    case header
    /// The line is not `n m g h` and their yearly changes.
    case fields
    /// A number is not finite, or no coefficient in nanotesla can be as large.
    case value
    /// Another degree and order should be here: the next one that is missing.
    case expected(degree: Int, order: Int)
    /// The degree is above what can be computed with.
    case degree(limit: Int)
    /// The file ends before the line of nines: a part of it is missing.
    case truncated
    /// Something follows the line of nines.
    case trailing
  }

  /// The line, counted from 1.
  public let line: Int
  /// What is wrong there.
  public let reason: Reason

  /// Makes an error.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension MagneticModelError: CustomStringConvertible {
  /// What happened, for people; without the line.
  public var description: String {
    switch reason {
    case .header: "is not the first line of a magnetic model (epoch, name, date)"
    case .fields: "is not a line of coefficients (n, m, g, h and their yearly changes)"
    case .value: "holds a number that is no coefficient in nanotesla"
    case .expected(let degree, let order): "degree \(degree), order \(order) should be here"
    case .degree(let limit): "the degree is above \(limit)"
    case .truncated: "the file ends early: its closing line of nines is missing"
    case .trailing: "something follows the closing line of nines"
    }
  }
}
