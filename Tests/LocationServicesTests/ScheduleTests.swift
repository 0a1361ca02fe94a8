import Clocks
import GNSS
import LocationServices
import Testing

@Suite struct ScheduleTests {
  private func options(_ accuracy: DesiredAccuracy) -> PowerSchedule.Options {
    var options = PowerSchedule.Options()
    options.desiredAccuracy = accuracy
    return options
  }

  // MARK: - Rest

  @Test func `At rest without an accelerometer it looks ever more seldom`() {
    var line = ScheduleLine()
    line.live(600)
    #expect(
      line.orders.prefix(7) == [
        "0:00:00 on: it has just been started",
        "0:01:37 sleep until 0:02:37: nothing moves",
        "0:02:37 on: it was due",
        "0:02:45 sleep until 0:04:00: nothing moves",
        "0:04:00 on: it was due",
        "0:04:08 sleep until 0:05:42: nothing moves",
        "0:05:42 on: it was due",
      ])
  }

  @Test func `At rest with an accelerometer it looks at the place a few times, then hourly, and renews the orbits`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(3 * 3_600)
    #expect(
      line.orders == [
        "0:00:00 on: it has just been started",
        "0:01:37 sleep until 0:11:37: nothing moves",
        "0:11:37 on: it was due",
        "0:11:45 sleep until 0:31:45: nothing moves",
        "0:31:45 on: it was due",
        "0:31:53 sleep until 1:11:53: nothing moves",
        "1:11:53 on: it was due",
        "1:12:34 sleep until 2:11:34: nothing moves",
        "2:11:34 on: it was due",
        "2:11:42 sleep until 3:10:42: nothing moves",
      ])
  }

  @Test(arguments: [(true, 0.03), (false, 0.08)])
  func `A day at rest takes a small part of always being on`(accelerometer: Bool, most: Double) {
    var line = ScheduleLine(accelerometer: accelerometer)
    line.live(86_400)
    #expect(Double(line.secondsOn) < most * 86_400)
    #expect(line.orders.count >= 2 * 24)
  }

  @Test func `Motion wakes it at once, and it tracks until rest is certain`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(600)
    line.live(600) { $0.metersPerSecond = 1.4 }
    line.live(300) { $0.metersPerSecond = 0 }
    #expect(
      line.orders.dropFirst() == [
        "0:01:37 sleep until 0:11:37: nothing moves",
        "0:10:01 on: motion was felt",
        "0:20:30 sleep until 0:30:30: nothing moves",
      ])
  }

  @Test func `A touch is looked at and believed less each time`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(600)
    line.tell { $0.moved(at: $1) }
    line.live(20)
    #expect(
      line.orders.dropFirst(2) == [
        "0:10:00 on: motion was felt", "0:10:12 sleep until 0:30:12: nothing moves",
      ])
    // Within half a minute of the false alarm another touch has to last.
    line.tell { $0.moved(at: $1) }
    line.live(40)
    #expect(line.orders.count == 4)
    line.live(60)
    line.tell { $0.moved(at: $1) }
    #expect(line.orders.last == "0:12:00 on: motion was felt")
  }

  @Test func `An engine that idles delays the sleep for three minutes at most`() {
    var line = ScheduleLine(accelerometer: true)
    for _ in 0..<400 {
      line.live(1)
      line.tell { $0.moved(at: $1) }
    }
    #expect(line.orders[1] == "0:03:37 sleep until 0:13:37: nothing moves")
  }

  @Test func `Without an accelerometer a departure is seen at the next look`() {
    var line = ScheduleLine()
    line.live(1_200)
    line.live(600) { $0.metersPerSecond = 8 }
    let wake = line.orders.last
    #expect(wake?.hasSuffix("on: it was due") == true)
    #expect(!line.schedule.isAtRest)
    #expect(line.schedule.explanation(at: line.instant).why == "something moves")
  }

  @Test func `A stop at a light is no rest for a car`() {
    var car = PowerSchedule.Options()
    car.activity = .automotive
    var line = ScheduleLine(car)
    line.live(300) { $0.metersPerSecond = 12 }
    line.live(100) { $0.metersPerSecond = 0 }
    line.live(300) { $0.metersPerSecond = 12 }
    #expect(line.orders.count == 1)
    line.live(150) { $0.metersPerSecond = 0 }
    #expect(line.orders.last == "0:13:40 sleep until 0:14:40: nothing moves")
  }

  @Test func `What must not pause does not`() {
    var options = PowerSchedule.Options()
    options.pausesAutomatically = false
    var line = ScheduleLine(options, accelerometer: true)
    line.live(3_600)
    #expect(line.orders == ["0:00:00 on: it has just been started"])
  }

  @Test func `When the accelerometer fails at rest, looks take its place`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(600)
    line.tell { $0.accelerometer(isThere: false, at: $1) }
    #expect(line.orders.last == "0:10:00 sleep until 0:11:15: nothing moves")
    #expect(line.schedule.explanation(at: line.instant).notes.contains { $0.hasPrefix("there is no accelerometer") })
  }

  // MARK: - Moving

  @Test func `On the move at 10 m it never sleeps, and saves power where the receiver can`() {
    var line = ScheduleLine(abilities: .init(canSleep: true, wakesOnDemand: true, canSavePower: true))
    line.live(3_600) { $0.metersPerSecond = 10 }
    #expect(line.orders == ["0:00:00 on: it has just been started", "0:01:12 save power: something moves"])
    #expect(line.schedule.receiverState == .powerSave)
    // A worse place needs the whole receiver.
    line.live(5) { $0.accuracyMeters = 50 }
    #expect(line.schedule.receiverState == .tracking)
  }

  @Test(arguments: [DesiredAccuracy.best, .bestForNavigation])
  func `On the move at its best it saves nothing`(accuracy: DesiredAccuracy) {
    var line = ScheduleLine(
      options(accuracy), abilities: .init(canSleep: true, wakesOnDemand: true, canSavePower: true))
    line.live(3_600) { $0.metersPerSecond = 10 }
    #expect(line.orders == ["0:00:00 on: it has just been started"])
  }

  @Test func `On a straight way at 100 m it sleeps ever longer, up to the limit`() {
    var line = ScheduleLine(options(.hundredMeters))
    line.live(3_600) { $0.metersPerSecond = 1.4 }
    #expect(line.orders[1] == "0:01:12 sleep until 0:02:58: the way is predictable enough for 100m")
    #expect(line.secondsOn < 360)
    #expect(line.wanted.count > 20)
  }

  @Test func `On a winding way it stays awake longer than on a straight one`() {
    var straight = ScheduleLine(options(.hundredMeters))
    straight.live(3_600) { $0.metersPerSecond = 14 }
    var winding = ScheduleLine(options(.hundredMeters))
    winding.live(3_600) {
      $0.metersPerSecond = 14
      $0.courseDegrees = 0
    }
    var turning = ScheduleLine(options(.hundredMeters))
    for minute in 0..<180 {
      turning.live(20) {
        $0.metersPerSecond = 14
        $0.courseDegrees = Double(minute % 3) * 120
      }
    }
    #expect(straight.secondsOn < 1_000)
    #expect(abs(winding.secondsOn - straight.secondsOn) < 60)
    #expect(turning.secondsOn > 2 * straight.secondsOn)
  }

  @Test func `A border of a region that is near shortens the sleep`() {
    var line = ScheduleLine(options(.kilometer))
    line.live(20)
    line.tell { schedule, _ in schedule.borderMeters = 50 }
    line.live(600) { $0.metersPerSecond = 5 }
    #expect(line.orders == ["0:00:00 on: it has just been started"])
  }

  // MARK: - Significant change, off, claims

  @Test func `Significant changes are looked for every five minutes on the move`() {
    var line = ScheduleLine(service: .significantChange)
    line.live(3_600) { $0.metersPerSecond = 15 }
    let steps = zip(line.wanted, line.wanted.dropFirst()).map { $1.second - $0.second }
    #expect(line.wanted.first?.second == 37)
    #expect(steps.count >= 10)
    #expect(steps.allSatisfy { (300...340).contains($0) })
    #expect(line.secondsOn < 200)
  }

  @Test func `At rest only an hourly sign of life is left of significant changes`() {
    var line = ScheduleLine(service: .significantChange, accelerometer: true)
    line.live(7_200)
    #expect(
      line.orders.prefix(3) == [
        "0:00:00 on: it has just been started", "0:01:12 sleep until 1:00:29: only significant changes are wanted",
        "1:00:29 on: it was due",
      ])
    #expect(line.secondsOn < 120)
  }

  @Test func `Motion brings the look for a significant change nearer`() {
    var line = ScheduleLine(service: .significantChange, accelerometer: true)
    line.live(1_200)
    line.tell { $0.moved(at: $1) }
    line.live(1)
    #expect(line.orders.last == "0:20:01 on: it was due")
  }

  @Test func `High accuracy is always on`() {
    var line = ScheduleLine(service: .highAccuracy, accelerometer: true)
    line.live(7_200)
    #expect(line.orders == ["0:00:00 on: it has just been started"])
  }

  @Test func `Switched off it sleeps without an end, and a tag wakes it until its place is known`() {
    var line = ScheduleLine()
    line.live(100)
    line.tell { $0.serve(.off, at: $1) }
    line.live(500)
    line.tell { $0.claim(.tag, until: $1 + .seconds(300), at: $1) }
    line.live(20)
    line.tell { $0.release(.tag, at: $1) }
    #expect(
      line.orders.suffix(3) == [
        "0:01:40 sleep: the logging is switched off", "0:10:00 on: somebody waits for a place",
        "0:10:20 sleep: the logging is switched off",
      ])
  }

  @Test func `A claim that nobody gives back ends by itself`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(600)
    line.tell { $0.claim(.locate, until: $1 + .seconds(60), at: $1) }
    line.live(120)
    #expect(line.orders.suffix(2).map { String($0.prefix(10)) } == ["0:10:00 on", "0:11:00 sl"])
  }

  // MARK: - The sky

  @Test func `Without a sky the search pauses longer and longer`() {
    var line = ScheduleLine()
    line.live(7_200) { $0.hasSky = false }
    #expect(
      line.orders == [
        "0:00:00 on: it has just been started",
        "0:15:00 sleep until 0:16:00: there was no sky, once",
        "0:16:00 on: it was due",
        "0:21:00 sleep until 0:23:00: there was no sky, 2 times in a row",
        "0:23:00 on: it was due",
        "0:28:00 sleep until 0:32:00: there was no sky, 3 times in a row",
        "0:32:00 on: it was due",
        "0:37:00 sleep until 0:45:00: there was no sky, 4 times in a row",
        "0:45:00 on: it was due",
        "0:50:00 sleep until 1:06:00: there was no sky, 5 times in a row",
        "1:06:00 on: it was due",
        "1:11:00 sleep until 1:43:00: there was no sky, 6 times in a row",
        "1:43:00 on: it was due",
        "1:48:00 sleep until 2:48:00: there was no sky, 7 times in a row",
      ])
  }

  @Test func `Motion brings the next search nearer`() {
    var line = ScheduleLine(accelerometer: true)
    line.live(7_200) { $0.hasSky = false }
    line.tell { $0.moved(at: $1) }
    line.live(1)
    #expect(line.orders.last == "2:00:01 on: it was due")
    #expect(line.schedule.receiverState == .acquiring)
  }

  @Test func `A tunnel is searched through, and what comes after it tracked as before`() {
    var line = ScheduleLine()
    line.live(300) { $0.metersPerSecond = 20 }
    line.live(120) { $0.hasSky = false }
    #expect(line.schedule.explanation(at: line.instant).why == "the sky was lost")
    line.live(300) { $0.hasSky = true }
    #expect(line.orders == ["0:00:00 on: it has just been started"])
    #expect(line.schedule.explanation(at: line.instant).why == "something moves")
  }

  // MARK: - Receivers

  @Test func `A receiver that cannot sleep is on as if there were no schedule`() {
    var line = ScheduleLine(abilities: ReceiverAbilities())
    line.live(7_200)
    #expect(line.orders == ["0:00:00 on: it has just been started"])
    #expect(line.schedule.explanation(at: line.instant).why == "the receiver cannot sleep")
  }

  @Test func `One that ignores its sleep is taken as it is`() {
    var line = ScheduleLine()
    line.live(120)
    line.tell { $0.abilities(ReceiverAbilities(), at: $1) }
    line.live(3_600)
    #expect(line.orders.count == 3)
    #expect(line.schedule.order.isOn)
  }

  @Test func `A dead backup supply is noticed, and looks become seldom`() {
    var line = ScheduleLine()
    line.world.hasBackup = false
    line.live(86_400)
    #expect(line.schedule.isBackupDead)
    #expect(line.secondsOn < 8 * 864)
    #expect(line.schedule.explanation(at: line.instant).notes.contains { $0.contains("backup supply") })
  }

  @Test func `One that only its timer wakes is looked at as if there were no accelerometer`() {
    var line = ScheduleLine(abilities: .init(canSleep: true, wakesOnDemand: false), accelerometer: true)
    line.live(300)
    #expect(line.orders[1].hasSuffix("sleep until 0:02:37: nothing moves"))
  }

  @Test func `Deadlines are there and ahead while something is planned`() {
    var line = ScheduleLine()
    for _ in 0..<3_600 {
      line.live(1)
      if let deadline = line.schedule.nextDeadline { #expect(deadline > line.instant) }
    }
    #expect(line.schedule.nextDeadline != nil)
  }
}
