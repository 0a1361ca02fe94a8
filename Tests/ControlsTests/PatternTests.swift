import Clocks
import Controls
import Foundation
import Testing

@Suite("How the patterns look")
struct PatternTests {
  private static let lit = Pattern.allCases.filter { $0 != .dark }

  @Test func `dark is dark`() {
    #expect(Pattern.dark.beat == Beat(steps: [], repeats: false))
  }

  @Test func `no two patterns look alike`() {
    for (index, one) in Pattern.allCases.enumerated() {
      for other in Pattern.allCases.dropFirst(index + 1) {
        #expect(one.beat.steps != other.beat.steps, "\(one) and \(other)")
      }
    }
  }

  @Test(arguments: lit)
  func `light and dark take turns`(pattern: Pattern) {
    let steps = pattern.beat.steps
    #expect(steps.allSatisfy { $0.duration > .zero })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.isLit != $1.isLit })
    #expect(steps.contains { $0.isLit })
    if pattern.beat.repeats { #expect(steps.first?.isLit != steps.last?.isLit) }
  }

  @Test func `what answers a press at once starts lit`() {
    #expect(Pattern.seen.beat.steps.first?.isLit == true)
    #expect(Pattern.held.beat.steps.first?.isLit == true)
  }

  @Test(arguments: lit.filter { $0.beat.repeats })
  func `what lasts wakes the board at most four times a second`(pattern: Pattern) {
    let seconds = pattern.beat.duration / .seconds(1)
    #expect(Double(pattern.beat.steps.count) / seconds <= 4)
  }

  @Test(arguments: [Pattern.searching, .noReceiverData, .partFault])
  func `what may last for hours is dark nearly all the time`(pattern: Pattern) {
    let lit = pattern.beat.steps.filter(\.isLit).reduce(Duration.zero) { $0 + $1.duration }
    #expect(pattern.beat.duration / lit >= 15)
    #expect(Double(pattern.beat.steps.count) / (pattern.beat.duration / .seconds(1)) <= 1.5)
  }

  @Test(arguments: [Pattern.saved, .located, .modeAuto, .modeHighAccuracy, .modeSignificantChange, .modeOff])
  func `an answer ends dark, so that the next one is told from it`(pattern: Pattern) {
    #expect(!pattern.beat.repeats)
    #expect(pattern.beat.steps.last?.isLit == false)
  }

  @Test(arguments: lit)
  func `the page for the user shows each pattern as it is`(pattern: Pattern) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/button-and-led.md")
    let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let picture = pattern.beat.steps.map { step in
      String(repeating: step.isLit ? "█" : "·", count: Int((step.duration / .milliseconds(100)).rounded()))
    }.joined()
    #expect(text.contains("`\(picture)`"), "\(picture)")
  }
}
