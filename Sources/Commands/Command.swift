import Text

/// One word that people type after `waymark`.
///
/// A command is one file with one `static let` of this type, and one line in ``CommandTable``. Help, the check of the
/// arguments and the suggestions for misspelt words all come from here.
struct Command: Sendable {
  /// The word, such as `tag`.
  let name: String
  /// What it does, in one line of at most 58 characters, without a full stop.
  let summary: String
  /// The forms it is called in, without `waymark NAME`, such as `[--json] FILE...`.
  let forms: [String]
  /// The options it takes.
  let options: [OptionSpec]
  /// Which operands it takes.
  let operands: OperandSpec
  /// What the one-line summary leaves open: paragraphs for `waymark help NAME`.
  let details: String
  /// Does it.
  ///
  /// - Returns: the exit status.
  let run: @Sendable (Arguments, Console) throws(Fault) -> Int32
}

/// One option of a command.
struct OptionSpec: Sendable {
  /// With its dashes, such as `--since`.
  let name: String
  /// A one-letter form, such as `-o`.
  var short: String?
  /// What stands for the value in the help, such as `TIME`; nil for an option without one.
  var value: String?
  /// What it does, for the help.
  let meaning: String

  static let json = OptionSpec(name: "--json", meaning: "print JSON, one object a line")
  static let local = OptionSpec(name: "--local", meaning: "read and print times in the local zone, not UTC")
  static let data = OptionSpec(
    name: "--data", value: "DIR", meaning: "read the journal in DIR; no daemon is asked")
  static let socket = OptionSpec(
    name: "--socket", value: "PATH", meaning: "the daemon's control socket [/run/waymark/waymark.sock]")
  static let since = OptionSpec(name: "--since", value: "TIME", meaning: "from this time on")
  static let until = OptionSpec(name: "--until", value: "TIME", meaning: "before this time")
}

/// Which operands a command takes.
enum OperandSpec: Sendable {
  /// None.
  case none
  /// At most this many, named in the help.
  case upTo(Int, String)
  /// At least this many, named in the help.
  case atLeast(Int, String)
  /// Exactly these, all of them numbers, which may be negative: `-33.9` is then no option.
  case numbers([String])
}
