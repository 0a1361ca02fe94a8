import GNSS
import Simulation
import Testing

@Suite struct ReceiverTwinTests {
  @Test(arguments: ReceiverTwin.Model.allCases) func `a receiver is found out and set up`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = TwinBench(model, wish: fullWish)
    bench.run(seconds: 40)
    #expect(bench.language == model.language)
    guard model != .generic else {
      #expect(bench.troubles == [.unidentified])
      return
    }
    #expect(bench.troubles == [])
    #expect(bench.news.contains(.configured))
    #expect(bench.twin.body.settings.baud == 115_200)
    #expect(bench.hostBaud == 115_200)
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
    #expect(bench.twin.body.settings.dynamicModel != 0)
    let rates = bench.twin.body.settings.rates
    #expect(rates[.rmc] == 1 && rates[.gga] == 1 && rates[.gsa] == 1)
    #expect(rates[.gll] == 0 && rates[.vtg] == 0)
    #expect((rates[.gst] ?? 0) == (model == .mediatek ? 0 : 1))
    #expect((rates[.gsv] ?? 0) >= 5)
    let before = bench.epochs
    bench.run(seconds: 10)
    #expect(bench.epochs - before >= 49)
  }

  @Test(arguments: ReceiverTwin.Model.allCases) func `nobody is sent a foreign command`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = TwinBench(model, wish: fullWish)
    bench.run(seconds: 60)
    let questions = ReceiverQuestion.allCases.map(\.command.bytes)
    for message in bench.twin.body.foreign {
      switch message {
      case .ubx(let messageClass, let id, let payload):
        #expect(messageClass == 0x0A && id == 0x04 && payload.isEmpty)
      case .sentence(let fields): #expect(["PMTK605", "PCAS06", "PQTMVERNO"].contains(fields[0]))
      }
    }
    if model == .generic { #expect(bench.sent.allSatisfy { questions.contains($0) }) }
  }

  @Test(arguments: ReceiverTwin.Model.talking, [4_800, 38_400, 115_200])
  func `a receiver at another speed is found and set up`(_ model: ReceiverTwin.Model, _ baud: Int) {
    var bench = TwinBench(
      model, baud: baud, wish: ReceiverWish(periodMilliseconds: 1_000, activity: .automotive))
    bench.run(seconds: 45)
    #expect(bench.found == [baud])
    #expect(bench.language == model.language)
    #expect(bench.news.contains(.configured))
    #expect(bench.troubles == [])
  }

  @Test(arguments: ReceiverTwin.Model.answering)
  func `what is refused is told once, and the rest goes on`(
    _ model: ReceiverTwin.Model
  ) {
    var faults = ReceiverTwin.Faults()
    faults.refuses = true
    var bench = TwinBench(
      model, wish: ReceiverWish(periodMilliseconds: 200, selectsSentences: true), faults: faults)
    bench.run(seconds: 40)
    #expect(bench.troubles == [.failed(.sentences, .refused), .failed(.rate, .refused)])
    bench.twin.restart(at: bench.now)
    bench.run(seconds: 40)
    #expect(bench.troubles.count == 2)
    let before = bench.epochs
    bench.run(seconds: 10)
    #expect(bench.epochs - before >= 9)
  }

  @Test(arguments: ReceiverTwin.Model.answering) func `lost answers are asked for again`(
    _ model: ReceiverTwin.Model
  ) {
    var faults = ReceiverTwin.Faults()
    faults.losesAnswers = 2
    var bench = TwinBench(
      model, wish: ReceiverWish(periodMilliseconds: 200, activity: .fitness), faults: faults)
    bench.run(seconds: 40)
    #expect(bench.language == model.language)
    #expect(bench.troubles == [])
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
  }

  @Test(arguments: ReceiverTwin.Model.allCases)
  func `a wire that is not connected is told, and fixes go on`(
    _ model: ReceiverTwin.Model
  ) {
    var faults = ReceiverTwin.Faults()
    faults.isDeaf = true
    var bench = TwinBench(model, wish: fullWish, faults: faults)
    bench.run(seconds: 60)
    #expect(bench.troubles == [.unidentified])
    #expect(bench.epochs >= 55)
  }

  @Test func `a wire that breaks is told`() {
    var bench = TwinBench(.ublox8)
    bench.run(seconds: 20)
    bench.twin.faults.isDeaf = true
    bench.request(
      .wish(ReceiverWish(periodMilliseconds: 200, selectsSentences: true, activity: .fitness)))
    bench.run(seconds: 60)
    #expect(bench.troubles == [.failed(.sentences, .unanswered), .deaf])
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10, .mediatek, .pair])
  func `a speed that is acknowledged and not taken is given up`(_ model: ReceiverTwin.Model) {
    var faults = ReceiverTwin.Faults()
    faults.keepsSpeed = true
    var bench = TwinBench(model, wish: fullWish, faults: faults)
    bench.run(seconds: 60)
    #expect(bench.troubles == [.failed(.speed, .unanswered)])
    #expect(bench.hostBaud == 9_600)
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
  }

  @Test func `a receiver that takes a speed of its own is searched for`() {
    var faults = ReceiverTwin.Faults()
    faults.takesWrongSpeed = 57_600
    var bench = TwinBench(.ublox8, wish: ReceiverWish(baud: 115_200), faults: faults)
    for _ in 0..<40 where !bench.news.contains(.lost) { bench.run(seconds: 1) }
    #expect(bench.news.contains(.lost))
    bench.twin.faults.takesWrongSpeed = nil
    bench.run(seconds: 60)
    #expect(bench.found.contains(57_600))
    #expect(bench.hostBaud == 115_200)
    #expect(bench.twin.body.settings.baud == 115_200)
  }

  @Test(arguments: ReceiverTwin.Model.talking)
  func `a restart is noticed and everything is set up again`(
    _ model: ReceiverTwin.Model
  ) {
    guard model != .pair else { return }
    var bench = TwinBench(model, wish: ReceiverWish(periodMilliseconds: 200, activity: .fitness))
    bench.run(seconds: 30)
    bench.twin.faults.hasNoBackup = true
    bench.twin.restart(at: bench.now)
    #expect(bench.twin.body.settings.periodMilliseconds == 1_000)
    bench.run(seconds: 20)
    #expect(bench.news.filter { $0 == .restarted }.count == 1)
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
    #expect(bench.twin.body.settings.dynamicModel != 0)
  }
}
