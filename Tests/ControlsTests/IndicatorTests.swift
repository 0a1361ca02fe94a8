import Clocks
import Controls
import Testing

@Suite("What the LED shows")
struct IndicatorTests {
  private static func at(_ milliseconds: Int64) -> Instant { Instant(boot: milliseconds * 1_000_000) }

  /// What the LED was told, as `milliseconds pattern`, looked at every 10 ms.
  private static func history(_ indicator: inout Indicator, from start: Int64 = 0, until end: Int64) -> [String] {
    stride(from: start, through: end, by: 10).compactMap { moment in
      indicator.change(at: at(moment)).map { "\(moment) \($0)" }
    }
  }

  @Test func `a press is answered in order, however fast the card is`() {
    var indicator = Indicator()
    indicator.answer(.seen, at: Self.at(0))
    indicator.answer(.saved, at: Self.at(5))
    indicator.answer(.located, at: Self.at(10))
    #expect(Self.history(&indicator, until: 5_000) == ["0 seen", "200 saved", "1200 located", "2700 dark"])
  }

  @Test func `a new press is seen at once, though another answer is shown, and that one comes again`() {
    var indicator = Indicator()
    indicator.answer(.seen, at: Self.at(0))
    indicator.answer(.located, at: Self.at(20))
    #expect(Self.history(&indicator, until: 500) == ["0 seen", "200 located"])
    indicator.answer(.seen, at: Self.at(510))
    indicator.answer(.saved, at: Self.at(520))
    #expect(
      Self.history(&indicator, from: 510, until: 5_000) == ["510 seen", "710 located", "2210 saved", "3210 dark"])
  }

  @Test(arguments: [Int64(120), 200, 350])
  func `two quick presses are seen twice`(pause: Int64) {
    var indicator = Indicator()
    indicator.answer(.seen, at: Self.at(0))
    var told = Self.history(&indicator, until: pause - 10).filter { $0.hasSuffix("seen") }
    indicator.answer(.seen, at: Self.at(pause))
    told += Self.history(&indicator, from: pause, until: 2_000).filter { $0.hasSuffix("seen") }
    #expect(told == ["0 seen", "\(pause) seen"])
  }

  @Test func `what the finger on the button must know comes before everything`() {
    var indicator = Indicator()
    indicator.set(.diskFull, true)
    indicator.answer(.saved, at: Self.at(0))
    indicator.hold(.held)
    #expect(indicator.change(at: Self.at(0)) == .held)
    indicator.hold(nil)
    #expect(indicator.change(at: Self.at(5_000)) == .diskFull)
  }

  @Test func `fifty presses do not blink for a minute`() {
    var indicator = Indicator()
    for press in 0..<50 {
      indicator.answer(.seen, at: Self.at(Int64(press)))
      indicator.answer(.saved, at: Self.at(Int64(press)))
    }
    #expect(Self.history(&indicator, from: 50, until: 4_000).last == "1250 dark")
  }

  @Test func `the worst condition is shown, and answers come before it`() {
    var indicator = Indicator()
    indicator.set(.searching, true)
    indicator.set(.diskFull, true)
    indicator.set(.noReceiverData, true)
    #expect(indicator.change(at: Self.at(0)) == .diskFull)
    indicator.answer(.seen, at: Self.at(0))
    #expect(indicator.change(at: Self.at(0)) == .seen)
    indicator.set(.diskFull, false)
    #expect(indicator.change(at: Self.at(900)) == .noReceiverData)
  }

  @Test func `it is dark in the steady state and wants no wakeup then`() {
    var indicator = Indicator()
    #expect(indicator.change(at: Self.at(0)) == nil)
    #expect(indicator.shown == .dark)
    #expect(indicator.nextDeadline == nil)
  }
}
