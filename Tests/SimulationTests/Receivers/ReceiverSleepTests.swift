import GNSS
import Simulation
import Testing

@Suite struct ReceiverSleepTests {
  private func ready(
    _ model: ReceiverTwin.Model, wish: ReceiverWish = fullWish,
    faults: ReceiverTwin.Faults = .init()
  ) -> TwinBench {
    var bench = TwinBench(model, wish: wish, faults: faults)
    bench.run(seconds: 40)
    bench.news = []
    bench.sent = []
    return bench
  }

  @Test(arguments: ReceiverTwin.Model.talking.filter { $0 != .casic })
  func `asleep, woken, and set up again`(_ model: ReceiverTwin.Model) {
    var bench = ready(model)
    bench.request(.sleep(seconds: nil))
    bench.run(seconds: 600)
    #expect(bench.news == [.asleep])
    #expect(bench.session.control.state == .asleep)
    #expect(bench.twin.body.sleeps == 1)
    // Nothing is said to one that sleeps: no question, no command, no search for a speed.
    #expect(bench.sent.count == 1)
    bench.request(.wake)
    bench.run(seconds: 40)
    #expect(bench.news.contains(.awake))
    #expect(bench.troubles == [])
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
    #expect(bench.twin.body.settings.baud == 115_200)
    #expect(bench.hostBaud == 115_200)
    let before = bench.epochs
    bench.run(seconds: 10)
    #expect(bench.epochs - before >= 49)
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10])
  func `a backup that is lost costs a new set-up and no more`(_ model: ReceiverTwin.Model) {
    var faults = ReceiverTwin.Faults()
    faults.hasNoBackup = true
    var bench = ready(model, faults: faults)
    for _ in 0..<3 {
      bench.request(.sleep(seconds: nil))
      bench.run(seconds: 30)
      bench.request(.wake)
      bench.run(seconds: 30)
      #expect(bench.twin.body.settings.periodMilliseconds == 200)
      #expect(bench.twin.body.settings.baud == 115_200)
    }
    #expect(bench.troubles == [])
    #expect(bench.news.filter { $0 == .awake }.count == 3)
  }

  @Test(arguments: ReceiverTwin.Model.talking) func `a sleep with an end ends by itself`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = ready(model)
    bench.request(.sleep(seconds: 60))
    bench.run(seconds: 55)
    #expect(bench.news == [.asleep])
    bench.run(seconds: 35)
    #expect(bench.news.contains(.awake))
    #expect(bench.troubles == [])
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
    #expect(bench.hostBaud == 115_200)
  }

  @Test(arguments: ReceiverTwin.Model.talking) func `one that does not sleep is told once`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = ready(model, wish: ReceiverWish(periodMilliseconds: 1_000))
    bench.twin.faults.ignoresSleep = true
    // Its satellite part stays on.
    for _ in 0..<3 {
      bench.request(.sleep(seconds: 600))
      if model == .pair {
        bench.twin.receive(Array("$PAIR002*38\r\n".utf8), hostBaud: bench.hostBaud, at: bench.now)
      }
      bench.run(seconds: 10)
    }
    #expect(bench.troubles == [.sleepIgnored])
    #expect(bench.session.control.state == .ready)
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .mediatek])
  func `one that does not wake is tried three times and told`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = ready(model, wish: ReceiverWish(periodMilliseconds: 1_000))
    bench.request(.sleep(seconds: nil))
    bench.run(seconds: 10)
    bench.twin.faults.staysAsleep = true
    bench.request(.wake)
    bench.run(seconds: 30)
    #expect(bench.troubles == [.wakeFailed])
    bench.twin.faults.staysAsleep = false
    // The line goes on being tried, and what answers is set up.
    bench.run(seconds: 200)
    #expect(bench.news.contains { if case .identified = $0 { true } else { false } })
  }

  @Test func `a receiver left asleep by the one before is woken`() {
    var bench = TwinBench(.ublox8)
    bench.twin.receive(
      UBloxClassicProfile(isGeneration8: true).sleep(seconds: nil)?.bytes ?? [], hostBaud: 9_600,
      at: .zero)
    bench.run(seconds: 120)
    #expect(bench.language == .ublox8)
  }

  @Test func `M10 is put to sleep with the long form, which a byte ends`() {
    var bench = ready(.ubloxM10)
    bench.request(.sleep(seconds: nil))
    #expect(bench.sent.first?.count == 24)
    #expect(bench.twin.body.wakesByByte)
  }

  @Test func `a wish while it sleeps is carried out when it is awake`() {
    var bench = ready(.mediatek, wish: ReceiverWish(periodMilliseconds: 1_000))
    bench.request(.sleep(seconds: nil))
    bench.run(seconds: 10)
    bench.request(.wish(ReceiverWish(periodMilliseconds: 500)))
    bench.run(seconds: 60)
    #expect(bench.twin.body.settings.periodMilliseconds == 1_000)
    #expect(bench.sent.count == 1)
    bench.request(.wake)
    bench.run(seconds: 20)
    #expect(bench.twin.body.settings.periodMilliseconds == 500)
  }

  @Test func `standby of MediaTek keeps its settings, so that nothing is sent again`() {
    var bench = ready(.mediatek)
    bench.request(.sleep(seconds: nil))
    bench.run(seconds: 60)
    bench.request(.wake)
    bench.run(seconds: 20)
    #expect(bench.sent == [MediaTekProfile().sleep(seconds: nil)?.bytes, [0x0D, 0x0A]])
  }

  @Test func `what cannot sleep says so`() {
    var bench = TwinBench(.generic)
    bench.run(seconds: 40)
    bench.request(.sleep(seconds: nil))
    bench.request(.restart(.cold))
    bench.request(.dumpAiding)
    bench.run(seconds: 10)
    #expect(
      bench.troubles == [
        .unidentified, .failed(.sleep, .unsupported), .failed(.restart, .unsupported),
        .failed(.aiding, .unsupported),
      ])
  }

  @Test(arguments: ReceiverTwin.Model.talking) func `a cold start keeps the set-up`(
    _ model: ReceiverTwin.Model
  ) {
    var bench = ready(model)
    bench.request(.restart(.cold))
    bench.run(seconds: 40)
    #expect(bench.troubles == [])
    #expect(bench.twin.body.settings.periodMilliseconds == 200)
    #expect(bench.session.control.state == .ready)
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10])
  func `what it knows of satellites is stored and given back`(_ model: ReceiverTwin.Model) throws {
    var bench = ready(model)
    bench.request(.dumpAiding)
    bench.run(seconds: 10)
    let stored = bench.news.compactMap {
      if case .navigationDatabase(let frames) = $0 { frames } else { nil }
    }
    let frames = try #require(stored.first)
    #expect(stored.count == 1)
    let commands = UBloxAiding.replay(frames)
    #expect(commands.count == 6)
    var other = ready(model)
    other.request(.aid(commands))
    other.run(seconds: 10)
    #expect(other.twin.body.aidingFrames == 6)
    #expect(other.troubles == [])
  }
}
