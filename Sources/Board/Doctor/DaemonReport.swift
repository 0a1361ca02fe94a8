import Text

/// What a running daemon says of itself: the answer to `status`. The doctor asks it instead of taking from it what it
/// holds.
public struct DaemonReport: Equatable, Sendable {
  private let members: [String: FlatJSON.Value]

  /// Takes the members of the answer.
  public init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// The names of what it says.
  var keys: [String] { Array(members.keys) }

  func text(_ key: String) -> String? {
    if case .text(let text)? = members[key] { text } else { nil }
  }

  func number(_ key: String) -> Double? {
    if case .number(let number)? = members[key] { number } else { nil }
  }

  func flag(_ key: String) -> Bool {
    if case .flag(let flag)? = members[key] { flag } else { false }
  }
}
