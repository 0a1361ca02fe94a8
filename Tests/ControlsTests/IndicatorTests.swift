import Clocks
import Controls
import Testing

@Suite("What the LED shows")
struct IndicatorTests {
  private static func at(_ milliseconds: Int64) -> Instant { Instant(boot: milliseconds * 1_000_000) }

  private static func history(_ indicator: inout Indicator, until end: Int64) -> [String] {
    var shown: [String] = []
    for moment in stride(from: Int64(0), through: end, by: 50) {
      let pattern = "\(indicator.pattern(at: at(moment)))"
      if shown.last != pattern { shown.append(pattern) }
    }
    return shown
  }

  @Test func `a press is answered in order, however fast the card is`() {
    var indicator = Indicator()
    indicator.answer(.seen, at: Self.at(0))
    indicator.answer(.saved, at: Self.at(5))
    indicator.answer(.located, at: Self.at(10))
    #expect(Self.history(&indicator, until: 5_000) == ["seen", "saved", "located", "dark"])
  }

  @Test func `fifty presses do not blink for a minute`() {
    var indicator = Indicator()
    for press in 0..<50 {
      indicator.answer(.seen, at: Self.at(Int64(press)))
      indicator.answer(.saved, at: Self.at(Int64(press)))
    }
    _ = Self.history(&indicator, until: 4_000)
    #expect(indicator.pattern(at: Self.at(4_000)) == .dark)
  }

  @Test func `the worst condition is shown, and answers come before it`() {
    var indicator = Indicator()
    indicator.set(.searching, true)
    indicator.set(.diskFull, true)
    indicator.set(.noReceiverData, true)
    #expect(indicator.pattern(at: Self.at(0)) == .diskFull)
    indicator.answer(.seen, at: Self.at(0))
    #expect(indicator.pattern(at: Self.at(0)) == .seen)
    indicator.set(.diskFull, false)
    #expect(indicator.pattern(at: Self.at(900)) == .noReceiverData)
  }

  @Test func `it is dark in the steady state and wants no wakeup then`() {
    var indicator = Indicator()
    #expect(indicator.pattern(at: Self.at(0)) == .dark)
    #expect(indicator.nextDeadline == nil)
  }
}
