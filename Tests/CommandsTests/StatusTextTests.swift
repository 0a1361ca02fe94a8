import Testing
import Text

@testable import Commands

@Suite struct StatusTextTests {
  @Test func `no line is wider than the terminal, and each fault begins one`() {
    let fault = String(repeating: "the bus is held ", count: 12)
    let text = StatusText([
      "button": .text("GPIO17"), "magnetometer_fault": .text(fault), "accelerometer_fault": .text(fault),
      "led": .text("noReceiverData"),
    ])
    for columns in [40, 80, 200] {
      let lines = text.lines(columns: columns)
      #expect(lines.allSatisfy { $0.count < columns }, "\(columns)")
      #expect(lines.count { $0.dropFirst(10).hasPrefix("FAULT: the bus") } == 2)
      #expect(lines.contains("parts     button GPIO17,"))
      #expect(lines.contains("led       no receiver data"))
    }
  }

  @Test(arguments: [
    (
      ["battery_percent": FlatJSON.Value.number(83), "external_power": .flag(false)],
      "battery 83 %, not fed from outside"
    ),
    (["external_power": .flag(true)], "fed from outside"), (["battery_percent": .number(5)], "battery 5 %"),
  ])
  func `what feeds the board has a line where Linux knows it`(members: [String: FlatJSON.Value], line: String) {
    #expect(StatusText(members).lines(columns: 80).contains("power     \(line)"))
    #expect(!StatusText([:]).lines(columns: 80).contains { $0.hasPrefix("power") })
  }

  @Test func `what is not known has no line`() {
    #expect(!StatusText([:]).lines(columns: 80).contains { $0.hasPrefix("parts") })
  }
}
