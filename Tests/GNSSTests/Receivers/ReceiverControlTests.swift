import Clocks
import Testing

@testable import GNSS

private func text(_ content: String) -> ReceiverAnswer { .sentence(Array(content.utf8)) }

/// Passes every deadline up to a moment.
private func pass(_ control: inout ReceiverControl, to end: Instant) -> [ReceiverOutput] {
  var outputs: [ReceiverOutput] = []
  while let deadline = control.nextDeadline, deadline <= end {
    outputs += control.handle(.deadline, at: deadline)
  }
  return outputs
}

private func sent(_ outputs: [ReceiverOutput]) -> [[UInt8]] {
  outputs.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
}

private let questions = ReceiverQuestion.allCases.map(\.command.bytes)

@Suite struct ReceiverControlTests {
  private let start = Instant.zero + .seconds(10)

  private func opened(baud: Int = 9_600, wish: ReceiverWish = ReceiverWish()) -> ReceiverControl {
    var control = ReceiverControl(wish: wish)
    _ = control.handle(.opened(baud: baud), at: start)
    return control
  }

  @Test func `a closed line is sent nothing`() {
    var control = ReceiverControl()
    for input in [.sleep(seconds: 1), .wake, .restart(.hot), .deadline, .dumpAiding]
      as [ReceiverControl.Input]
    {
      #expect(control.handle(input, at: start) == [])
    }
    #expect(control.nextDeadline == nil)
  }

  @Test
  func `nothing is asked before sense comes, only what may be asleep is nudged, ever more seldom`() {
    var control = opened()
    let hour = pass(&control, to: start + .seconds(3_600))
    #expect(sent(hour).allSatisfy { $0 == ReceiverControl.nudge })
    #expect((25...40).contains(hour.count))
  }

  @Test func `without a hint the questions come one after another, twice`() {
    var control = opened()
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    #expect(pass(&control, to: start + .milliseconds(1_499)) == [])
    let outputs = pass(&control, to: start + .seconds(60))
    #expect(sent(outputs) == questions + questions)
    #expect(outputs.last == .report(.unidentified))
    #expect(control.state == .ready)
    #expect(control.nextDeadline == nil)
  }

  @Test(
    arguments: [
      (text("GPTXT,01,01,02,MA=CASIC"), nil, ReceiverQuestion.casic),
      (text("GNTXT,01,01,02,u-blox AG"), nil, .ublox),
      (text("PMTK011,MTKGPS"), nil, .mediatek), (text("PAIR010,0"), nil, .quectel),
      (text("GPTXT,01,01,02,ANTENNA OK"), ReceiverFamily.mediatek, .mediatek),
    ] as [(ReceiverAnswer, ReceiverFamily?, ReceiverQuestion)])
  func `what it says by itself decides what is asked first`(
    _ answer: ReceiverAnswer, _ family: ReceiverFamily?, _ question: ReceiverQuestion
  ) {
    var control = opened()
    _ = control.handle(.heard(sentences: 1, family: family), at: start)
    _ = control.handle(.answer(answer), at: start)
    let asked = sent(pass(&control, to: start + .seconds(60)))
    #expect(asked.prefix(2) == [question.command.bytes, question.command.bytes])
    #expect(Set(asked) == Set(questions))
  }

  @Test(arguments: [(4_800, 3_500), (9_600, 2_250), (115_200, 1_105)])
  func `an answer on a slow line is waited for longer`(_ baud: Int, _ milliseconds: Int) {
    var control = opened(baud: baud)
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    _ = pass(&control, to: start + .milliseconds(1_500))
    let wait = control.nextDeadline.map { $0 - (start + .milliseconds(1_500)) }
    #expect(wait.map { abs($0.seconds * 1_000 - Double(milliseconds)) < 2 } == true)
  }

  @Test func `a command is sent three times, and given up once`() {
    var control = opened(wish: ReceiverWish(periodMilliseconds: 1_000))
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    let first = control.handle(.answer(text("PMTK705,AXN,1,PA6H,1")), at: start)
    let rate = Array("$PMTK220,1000*1F\r\n".utf8)
    #expect(
      first == [
        .report(.identified(ReceiverIdentity(.mediatek, model: "PA6H", firmware: "AXN"))),
        .send(rate),
      ])
    let outputs = pass(&control, to: start + .seconds(60))
    #expect(
      outputs == [
        .send(rate), .send(rate), .report(.failed(.rate, .unanswered)), .report(.configured),
      ])
  }

  @Test func `the same wish again changes nothing`() {
    var control = opened(wish: ReceiverWish(periodMilliseconds: 1_000))
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    _ = control.handle(.answer(text("PMTK705,AXN,1,PA6H,1")), at: start)
    _ = control.handle(.answer(text("PMTK001,220,3")), at: start)
    #expect(control.state == .ready)
    #expect(control.handle(.wish(ReceiverWish(periodMilliseconds: 1_000)), at: start) == [])
    #expect(
      sent(control.handle(.wish(ReceiverWish(periodMilliseconds: 500)), at: start)).count == 1)
  }

  @Test(arguments: [(56_500, ReceiverNews.awake), (30_000, .sleepIgnored)] as [(Int64, ReceiverNews)])
  func `a timer that runs fast is no disobedience`(_ milliseconds: Int64, _ news: ReceiverNews) {
    var control = opened()
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    _ = control.handle(.answer(text("GPTXT,01,01,02,SW=URANUS5")), at: start)
    #expect(sent(control.handle(.sleep(seconds: 60), at: start)) == [Array("$PCAS12,60*28\r\n".utf8)])
    #expect(pass(&control, to: start + .seconds(5)) == [.report(.asleep)])
    let outputs = control.handle(.heard(sentences: 1, family: nil), at: start + .milliseconds(milliseconds))
    #expect(outputs.first == .report(news))
  }

  @Test func `an answer to another command is none to this one`() {
    var control = opened(wish: ReceiverWish(periodMilliseconds: 1_000))
    _ = control.handle(.heard(sentences: 1, family: nil), at: start)
    _ = control.handle(.answer(text("PMTK705,AXN,1,PA6H,1")), at: start)
    #expect(control.handle(.answer(text("PMTK001,314,3")), at: start) == [])
    #expect(control.state == .configuring)
  }

  @Test func `every trouble has words, and what can be done`() {
    let troubles: [ReceiverNews] = [
      .unidentified, .failed(.rate, .refused), .failed(.speed, .unanswered),
      .failed(.sleep, .unsupported), .deaf, .lost,
      .sleepIgnored, .wakeFailed,
    ]
    for trouble in troubles { #expect(trouble.fault?.description.contains("receiver") == true) }
    #expect(
      ReceiverNews.failed(.dynamicModel, .refused).fault?.message.contains("dynamic model") == true)
    #expect(ReceiverNews.configured.fault == nil)
  }

  @Test func `wishes without end are bounded`() {
    var control = opened()
    for number in 0..<1_000 {
      _ = control.handle(
        .aid([ReceiverCommand(.aiding, bytes: [UInt8(number % 256)], .none(settling: .zero))]),
        at: start)
    }
    #expect(control.requests.count == 16)
  }
}
