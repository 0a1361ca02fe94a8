import Clocks
import Controls
import Testing
import Text

@testable import Board

/// A lamp that writes down what it is told, on a clock of its own making.
private final class LampModel: Lamp {
  private(set) var changes: [(isLit: Bool, at: Instant)] = []
  var fault: Fault?
  var now = Instant.zero
  var opened = 0

  func light(_ isLit: Bool) throws(Fault) {
    if let fault { throw fault }
    changes.append((isLit, now))
  }

  func open() throws(Fault) -> any Lamp {
    opened += 1
    if let fault { throw fault }
    return self
  }

  /// The changes as text: `+0 -100` for lit at 0 ms and dark at 100 ms.
  var text: String {
    changes.map { "\($0.isLit ? "+" : "-")\($0.at.boot / 1_000_000)" }.joined(separator: " ")
  }
}

/// A player on virtual time.
private final class Stage {
  let lamps: [LampModel]
  let player: LEDPlayer
  private(set) var now = Instant.zero
  private(set) var wakeups = 0
  let logged: Log

  final class Log { var lines: [String] = [] }

  init(_ parts: LEDPlayer.Part...) {
    let lamps = parts.map { _ in LampModel() }
    let log = Log()
    (self.lamps, logged) = (lamps, log)
    player = LEDPlayer(
      zip(parts, lamps).map { part, lamp in (part, { () throws(Fault) -> any Lamp in try lamp.open() }) }
    ) { log.lines.append($0) }
  }

  func show(_ pattern: Pattern) { player.show(pattern, at: now) }

  /// Sleeps as the event loop does, `late` behind each deadline.
  func run(_ duration: Duration, late: Duration = .zero) {
    let end = now + duration
    while let deadline = player.nextDeadline, deadline + late <= end {
      move(to: deadline + late)
      wakeups += 1
      player.deadline(at: now)
    }
    move(to: end)
  }

  private func move(to moment: Instant) {
    now = moment
    for lamp in lamps { lamp.now = moment }
  }
}

@Suite("Playing patterns on LEDs")
struct LEDPlayerTests {
  private static let broken = Fault(.inputOutput, "the line is lost", remedy: "it is taken again by itself")

  @Test func `an answer is shown once, and nobody wakes after it`() {
    let stage = Stage(.led)
    stage.player.open(at: .zero)
    stage.show(.located)
    stage.run(.seconds(5))
    #expect(stage.lamps[0].text == "+0 -500 +700 -1200")
    #expect(stage.wakeups == 3)
    #expect(stage.player.nextDeadline == nil)
  }

  @Test func `a press is seen at once where the light is on already`() {
    let stage = Stage(.led)
    stage.show(.saved)
    stage.run(.milliseconds(300))
    stage.show(.seen)
    stage.run(.milliseconds(200))
    #expect(stage.lamps[0].text == "+0 -300 +400")
  }

  @Test func `a condition blinks until something else is shown, with two wakeups a blink`() {
    let stage = Stage(.led)
    stage.show(.searching)
    stage.run(.milliseconds(10_050))
    #expect(stage.lamps[0].text == "+0 -100 +5000 -5100 +10000")
    #expect(stage.wakeups == 4)
    stage.show(.dark)
    stage.run(.seconds(60))
    #expect(stage.lamps[0].text == "+0 -100 +5000 -5100 +10000 -10050")
    #expect(stage.wakeups == 4)
  }

  @Test func `dark costs neither a wakeup nor a change`() {
    let stage = Stage(.led, .buzzer)
    stage.player.open(at: .zero)
    stage.show(.dark)
    stage.run(.seconds(60))
    #expect(stage.wakeups == 0)
    #expect(stage.lamps.allSatisfy { $0.changes.isEmpty })
  }

  @Test func `what is shown anew begins anew`() {
    let stage = Stage(.led)
    stage.show(.seen)
    stage.run(.milliseconds(50))
    stage.show(.seen)
    stage.run(.seconds(1))
    #expect(stage.lamps[0].text == "+0 -50 +150")
  }

  @Test func `a step that comes late is still seen for its full time`() {
    let stage = Stage(.led)
    stage.show(.located)
    stage.run(.seconds(10), late: .milliseconds(900))
    #expect(stage.lamps[0].text == "+0 -1400 +2500 -3900")
  }

  @Test func `a light that stays on until it is told otherwise stays on`() {
    let stage = Stage(.led)
    stage.show(.held)
    stage.run(.seconds(20))
    #expect(stage.lamps[0].text == "+0")
    #expect(stage.wakeups == 0)
  }

  @Test func `with two LEDs one answers and the other tells what lasts`() {
    let stage = Stage(.answerLED, .conditionLED)
    stage.show(.noReceiverData)
    stage.run(.seconds(1))
    stage.show(.seen)
    stage.run(.seconds(1))
    #expect(stage.lamps[0].text == "+1000 -1100")
    #expect(stage.lamps[1].text == "+0 -100 +200 -300")
  }

  @Test(arguments: Pattern.allCases)
  func `two LEDs together show each pattern as one does`(pattern: Pattern) {
    let one = Stage(.led)
    let two = Stage(.answerLED, .conditionLED)
    for stage in [one, two] {
      stage.show(pattern)
      stage.run(.seconds(12))
    }
    #expect(one.lamps[0].text == two.lamps[0].text + two.lamps[1].text)
  }

  @Test func `the buzzer sounds answers, and is quiet about what lasts`() {
    let stage = Stage(.buzzer)
    stage.show(.saved)
    stage.run(.seconds(2))
    #expect(stage.lamps[0].text == "+0 -800")
    for pattern in [Pattern.searching, .noReceiverData, .writeFault, .diskFull, .held] {
      stage.show(pattern)
      stage.run(.seconds(10))
    }
    #expect(stage.lamps[0].text == "+0 -800")
    #expect(stage.wakeups == 1, "nothing but the buzzer's own changes wakes")
  }

  @Test func `no LED at all is no trouble and no wakeup`() {
    let stage = Stage()
    #expect(stage.player.open(at: .zero).isEmpty)
    for pattern in Pattern.allCases {
      stage.show(pattern)
      stage.run(.seconds(1))
    }
    #expect(stage.wakeups == 0)
  }

  @Test func `an LED that fails is told once, stops no other, and comes back`() {
    let stage = Stage(.led, .led)
    stage.player.open(at: .zero)
    stage.lamps[0].fault = Self.broken
    stage.show(.writeFault)
    stage.run(.milliseconds(8_950))
    #expect(stage.logged.lines == [Self.broken.description])
    #expect(stage.player.faults.map(\.fault) == [Self.broken])
    #expect(stage.lamps[1].changes.count == 18)
    let tries = stage.lamps[0].opened
    #expect((3...5).contains(tries), "once at the start, then after 1, 2, 4 s: \(tries)")
    stage.lamps[0].fault = nil
    stage.run(.milliseconds(8_950))
    #expect(stage.logged.lines == [Self.broken.description, "the LED works again"])
    #expect(stage.player.faults.isEmpty)
    #expect(stage.lamps[0].changes.last?.isLit == false)
  }

  @Test func `an LED that is missing at the start is told at the start`() {
    let stage = Stage(.led)
    stage.lamps[0].fault = Self.broken
    #expect(stage.player.open(at: .zero).map(\.part) == [.led])
    #expect(stage.logged.lines.count == 1)
  }
}
