import Testing
import Text

@testable import Commands

@Suite struct HeadingTextTests {
  @Test(arguments: [
    (359.94, "359.9 magnetic"), (359.96, "000.0 magnetic"), (0, "000.0 magnetic"), (7.26, "007.3 magnetic"),
    (99.96, "100.0 magnetic"),
  ])
  func `a heading has three digits before the point, and north is 000`(degrees: Double, words: String) {
    let text = HeadingText(["magnetic_heading_deg": .number(degrees), "accuracy_deg": .number(1.5)])
    #expect(text.sentence.hasPrefix(words), "\(text.sentence)")
    #expect(text.isUsable)
  }

  @Test func `a heading that must not be used is said to be none`() {
    let text = HeadingText(["accuracy_deg": .number(-1), "status": .text("uncalibrated")])
    #expect(!text.isUsable)
    #expect(text.sentence.hasPrefix("no heading, NOT USABLE"))
  }
}
