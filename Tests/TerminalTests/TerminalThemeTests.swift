import Terminal
import Testing

@Suite("What a terminal can show")
struct TerminalThemeTests {
  struct Case: Sendable, CustomStringConvertible {
    var environment: [String: String]
    var isTerminal = true
    var colour: Bool
    var unicode: Bool
    var description: String { "\(environment) \(isTerminal)" }
  }

  @Test(arguments: [
    Case(environment: ["TERM": "xterm-256color", "LANG": "en_GB.UTF-8"], colour: true, unicode: true),
    Case(environment: ["TERM": "xterm", "LANG": "C.utf8"], colour: true, unicode: true),
    Case(environment: ["TERM": "xterm", "LANG": "en_GB.UTF-8", "NO_COLOR": "1"], colour: false, unicode: true),
    Case(environment: ["TERM": "xterm", "LANG": "en_GB.UTF-8", "NO_COLOR": ""], colour: true, unicode: true),
    Case(environment: ["TERM": "xterm", "LANG": "en_GB.UTF-8", "LC_ALL": "C"], colour: true, unicode: false),
    Case(environment: ["TERM": "linux", "LANG": "en_GB.UTF-8"], colour: true, unicode: false),
    Case(environment: ["TERM": "dumb", "LANG": "en_GB.UTF-8"], colour: false, unicode: true),
    Case(environment: ["TERM": "xterm", "LANG": "en_GB.UTF-8"], isTerminal: false, colour: false, unicode: true),
    Case(environment: [:], colour: false, unicode: false),
  ])
  func `is told by its environment`(_ trial: Case) {
    let theme = TerminalTheme(isTerminal: trial.isTerminal) { trial.environment[$0] }
    #expect(theme.isColoured == trial.colour)
    #expect(theme.isUnicode == trial.unicode)
  }

  @Test func `without colour a text stays as it is`() {
    for style in TerminalTheme.Style.allCases { #expect(TerminalTheme.ascii.paint("abc", style) == "abc") }
  }
}
