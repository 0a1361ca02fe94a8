import Testing
import Text

@testable import Commands

@Suite("Words on the command line")
struct ArgumentsTests {
  private static let since = OptionSpec.since
  private static let json = OptionSpec.json
  private static let command = Command(
    name: "sample", summary: "a sample", forms: ["[--json] FILE"],
    options: [json, since, OptionSpec(name: "--output", short: "-o", value: "FILE", meaning: "where")],
    operands: .upTo(2, "FILE"), details: ""
  ) { _, _ in 0 }

  @Test(arguments: [
    ["--since", "2h", "a", "b"], ["--since=2h", "a", "b"], ["a", "--since", "2h", "b"], ["--since=2h", "--", "a", "b"],
  ])
  func `options and operands come in any order`(words: [String]) throws {
    let arguments = try Arguments(words, for: Self.command)
    #expect(arguments[Self.since] == "2h")
    #expect(arguments.operands == ["a", "b"])
  }

  @Test func `a dash alone is an operand, and after two dashes everything is`() throws {
    #expect(try Arguments(["-", "--", "--json"], for: Self.command).operands == ["-", "--json"])
  }

  @Test func `an empty value is a value`() throws {
    #expect(try Arguments(["--since", ""], for: Self.command)[Self.since] == "")
    #expect(try Arguments(["--since="], for: Self.command)[Self.since] == "")
  }

  @Test(arguments: [
    (["--sinse", "2h"], "--since"), (["--json=yes"], "takes no value"), (["--since"], "needs a value"),
    (["a", "b", "c"], "`c`"), (["--colour"], "--colour"),
  ])
  func `a wrong word is told with what was meant`(words: [String], part: String) throws {
    let fault = #expect(throws: Fault.self) { try Arguments(words, for: Self.command) }
    #expect(fault?.code == .usage)
    #expect(fault?.description.contains(part) == true, "\(fault?.description ?? "")")
    #expect(fault?.remedy != nil)
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func `every help page fits 80 columns and names every option`(name: String) throws {
    let command = try #require(CommandTable.commands.first { $0.name == name })
    let page = Help.page(command)
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for option in command.options { #expect(page.contains(option.name)) }
  }

  @Test func `the overview fits a terminal of 80 by 24`() {
    let lines = Help.overview(CommandTable.commands).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }
}
