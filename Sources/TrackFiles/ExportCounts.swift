/// What an export wrote, and what it left out and why.
public struct ExportCounts: Equatable, Sendable {
  /// Points written.
  public var points = 0
  /// Tags written.
  public var tags = 0
  /// Points that ``Simplifier`` left out.
  public var simplified = 0
  /// Fixes left out because their time never became known.
  public var undated = 0
  /// Fixes left out because their time is not after that of the fix before.
  public var notAscending = 0
  /// Fixes left out because they have no place.
  public var unplacedFixes = 0
  /// Fixes left out because they cannot be true.
  public var outliers = 0
  /// Tags left out because their place never became known.
  public var unplacedTags = 0
  /// Tags left out because the format has no room for them.
  public var crowdedTags = 0

  /// Nothing so far.
  public init() {}

  /// What was left out, for people: `2 fixes without a time, 1 tag without a place`; nil if nothing was.
  public var leftOut: String? {
    let parts: [(Int, String, String)] = [
      (undated, "fix", "without a time"), (notAscending, "fix", "out of order"),
      (unplacedFixes, "fix", "without a place"), (outliers, "fix", "that cannot be true"),
      (unplacedTags, "tag", "without a place"), (crowdedTags, "tag", "without a time of their own"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { count, thing, why in
      "\(count) \(count == 1 ? thing : thing == "fix" ? "fixes" : "tags") \(why)"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
