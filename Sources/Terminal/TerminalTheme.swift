/// What a terminal can show: colour or not, Unicode or only ASCII.
///
/// Everything that is drawn for people goes through one of these, so that a pipe, a serial console and a good terminal
/// each get what they can show, and none gets escape sequences by accident.
public struct TerminalTheme: Equatable, Sendable {
  /// Whether escape sequences for colour (ECMA-48, SGR) are written.
  public var isColoured: Bool
  /// Whether characters outside ASCII are written.
  public var isUnicode: Bool

  /// What a piece of text is, which decides how it looks.
  public enum Style: Sendable, CaseIterable {
    /// Unremarkable.
    case plain
    /// Less important than its surroundings.
    case faint
    /// More important than its surroundings.
    case strong
    /// The line of a track.
    case track
    /// Where a track starts; also: done, fine.
    case start
    /// Where a track ends.
    case end
    /// A tagged place; also: look here.
    case tag
    /// A hole, a power cut, a fault.
    case trouble
  }

  /// Makes a theme.
  public init(isColoured: Bool, isUnicode: Bool) {
    self.isColoured = isColoured
    self.isUnicode = isUnicode
  }

  /// Nothing but ASCII.
  public static let ascii = TerminalTheme(isColoured: false, isUnicode: false)

  /// Chooses from what the environment says.
  ///
  /// Colour needs a terminal, a `TERM` that is not `dumb`, and no `NO_COLOR`. Unicode needs a UTF-8 locale; the Linux
  /// text console (`TERM=linux`) is taken as ASCII whatever its locale, because its fonts have no braille.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the output is a terminal.
  ///   - environment: looks a variable up; nil if it is not set.
  public init(isTerminal: Bool, environment: (String) -> String?) {
    let terminal = environment("TERM") ?? ""
    let forbidsColour = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    isColoured = isTerminal && !forbidsColour && terminal != "dumb" && !terminal.isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let lowered = locale.lowercased()
    isUnicode = (lowered.hasSuffix("utf-8") || lowered.hasSuffix("utf8")) && terminal != "linux"
  }

  /// The text in its style; as it is, without colour.
  public func paint(_ text: String, _ style: Style) -> String {
    guard isColoured, let code = Self.code(of: style), !text.isEmpty else { return text }
    return "\u{1b}[\(code)m\(text)\u{1b}[0m"
  }

  /// Only the sixteen basic colours: they follow the reader's own palette, so they are legible on dark and light.
  private static func code(of style: Style) -> String? {
    switch style {
    case .plain: nil
    case .faint: "2"
    case .strong: "1"
    case .track: "36"
    case .start: "1;32"
    case .end: "1;31"
    case .tag: "1;33"
    case .trouble: "31"
    }
  }
}
