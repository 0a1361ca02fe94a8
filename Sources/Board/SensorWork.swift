import Clocks
import Sensors
import Text

/// What the sensor thread does.
final class SensorWork {
  /// A quantity that is measured again and again.
  private struct Schedule {
    var interval: Duration
    var next: Instant
  }

  private let open: () throws(Fault) -> any I2CBus
  private let mailbox: Mailbox<SensorThread.Request, SensorThread.News>
  private var bus: (any I2CBus)?

  /// The chip of each quantity: the first that was found.
  private var sensors: [Quantity: Sensor] = [:]
  /// The last that was told of each, so that it is told once.
  private var told: [Quantity: Fault?] = [:]
  private var schedules: [Quantity: Schedule] = [:]
  private var searchBackOff = BackOff()
  private var nextSearch = Instant.zero

  private var motion = MotionWatch()
  private var news: [SensorThread.News] = []

  /// From this interval down a chip measures by itself: waking it for each measurement would take more.
  private static let continuousInterval = Duration.milliseconds(250)
  /// No chip is faster.
  private static let shortestInterval = Duration.milliseconds(5)
  /// Accelerometers first: a magnetometer may be behind one.
  private static let order: [Quantity] = [.acceleration, .magneticField]

  init(open: @escaping () throws(Fault) -> any I2CBus, mailbox: Mailbox<SensorThread.Request, SensorThread.News>) {
    self.open = open
    self.mailbox = mailbox
  }

  /// Works until the thread is told to stop.
  func run() {
    search()
    while !mailbox.isStopping {
      for request in mailbox.takeWork() where !mailbox.isStopping { perform(request) }
      sampleWhatIsDue()
      tell()
      guard !mailbox.isStopping else { break }
      mailbox.sleep(until: schedules.values.map(\.next).min())
    }
    letSleep()
    news.append(.ended)
    tell()
  }

  private func tell() {
    mailbox.tell(news)
    news = []
  }

  private func perform(_ request: SensorThread.Request) {
    switch request {
    case .search: search()
    case .sampleOnce(let quantities):
      for quantity in Self.order where quantities.contains(quantity) {
        if !sample(quantity) { news.append(.missing(quantity, at: HostClock.now())) }
      }
    case .sample(let quantity, let interval): schedule(quantity, interval)
    case .watchMotion(let threshold):
      let wasArmed = motion.isArmed
      motion.setThreshold(threshold)
      if wasArmed, threshold == nil { rest(.acceleration) }
      armIfIdle()
      if threshold == nil { news.append(.motionWatch(isArmed: false, fault: nil)) }
    case .takeMotion: takeMotion()
    case .selfTest: selfTest()
    }
  }

  // MARK: - Searching

  private func search() {
    var findings = SensorThread.Findings()
    nextSearch = HostClock.now() + searchBackOff.next()
    do throws(Fault) {
      let search = SensorSearch(on: try openedBus())
      findings.strangers = search.strangers
      findings.faults = search.faults.map { $0.fault.fault(at: $0.address) }
      for chip in search.chips { use(chip, &findings) }
    } catch {
      findings.faults = [error]
    }
    news.append(.searched(findings))
    armIfIdle()
  }

  private func openedBus() throws(Fault) -> any I2CBus {
    if let bus { return bus }
    let new = try open()
    bus = new
    return new
  }

  /// Takes a chip into use if it is the first of its quantity, or the one that is in use.
  private func use(_ chip: any Chip, _ findings: inout SensorThread.Findings) {
    let kind = type(of: chip)
    let current = sensors[kind.quantity]
    // One that is gone makes room for another.
    if current == nil || current?.fault != nil {
      sensors[kind.quantity] = Sensor(chip, sampling: sampling(of: kind.quantity))
    }
    let used = sensors[kind.quantity]
    findings.chips.append(
      SensorThread.FoundChip(
        name: kind.name, address: chip.address, quantity: kind.quantity,
        isUsed: used?.label == Sensor(chip).label))
  }

  // MARK: - Measuring

  private func sampling(of quantity: Quantity) -> Sampling {
    guard let interval = schedules[quantity]?.interval, interval <= Self.continuousInterval else { return .singleShot }
    // Faster than it is asked for, so that new data always lie there: waiting for them would take a wakeup or two.
    return .continuous(hertz: 2.5 / interval.seconds)
  }

  private func schedule(_ quantity: Quantity, _ interval: Duration?) {
    schedules[quantity] = interval.map {
      Schedule(interval: max($0, Self.shortestInterval), next: HostClock.now())
    }
    let wanted = sampling(of: quantity)
    if let sensor = sensors[quantity], sensor.sampling != wanted {
      rest(quantity)
      sensors[quantity] = Sensor(sensor.chip, sampling: wanted)
    } else if interval == nil {
      rest(quantity)
    }
    if quantity == .acceleration { armIfIdle() }
  }

  private func sampleWhatIsDue() {
    for quantity in Self.order {
      guard let schedule = schedules[quantity], schedule.next <= HostClock.now() else { continue }
      sample(quantity)
      // Counted from the last moment and not from now, so that the rate is right; what is too late is left out.
      let next = schedule.next + schedule.interval
      schedules[quantity]?.next = max(next, HostClock.now())
    }
  }

  /// Measures, tells, and says whether it could.
  @discardableResult
  private func sample(_ quantity: Quantity) -> Bool {
    if sensors[quantity] == nil, nextSearch <= HostClock.now() { search() }
    guard let bus, var sensor = sensors[quantity] else { return false }
    if quantity == .acceleration { motion.disarm() }
    let outcome = sensor.sample(on: bus, at: .nanoseconds(HostClock.now().boot))
    let now = HostClock.now()
    sensors[quantity] = sensor
    for change in outcome.changes { note(change, of: quantity, sensor.label) }
    if let reading = outcome.reading { news.append(.reading(reading, of: quantity, at: now)) }
    if quantity == .acceleration { armIfIdle() }
    return outcome.reading != nil
  }

  /// Tells how a chip is, if that is news; also a fault that is over by now.
  private func note(_ state: Sensor.State, of quantity: Quantity, _ label: String) {
    let fault: Fault?
    switch state {
    case .proving: return
    case .working: fault = nil
    case .absent: fault = BusFault.noAnswer.fault(at: label)
    case .failing(let reason): fault = reason
    }
    guard told[quantity] != .some(fault) else { return }
    told[quantity] = .some(fault)
    news.append(.sensor(label: label, of: quantity, fault: fault))
  }

  /// Lets the chip of a quantity sleep.
  private func rest(_ quantity: Quantity) {
    guard let bus, var sensor = sensors[quantity] else { return }
    if quantity == .acceleration { motion.disarm() }
    // One that does not answer sleeps deeply enough.
    try? sensor.sleep(on: bus)
    sensors[quantity] = sensor
  }

  private func letSleep() {
    for quantity in Self.order { rest(quantity) }
  }

  // MARK: - Motion and self-test

  /// Arms the watch for motion, unless the accelerometer has other work.
  private func armIfIdle() {
    guard motion.threshold != nil, !motion.isArmed, schedules[.acceleration] == nil else { return }
    let label = sensors[.acceleration]?.label ?? ""
    if let bus, var sensor = sensors[.acceleration] {
      // The keeper must set the chip up again before it measures.
      try? sensor.sleep(on: bus)
      sensors[.acceleration] = sensor
    }
    let fault = motion.arm(sensors[.acceleration]?.chip, label, on: bus)
    if let new = motion.report(fault) { news.append(new) }
  }

  private func takeMotion() {
    let now = HostClock.now()
    guard let bus, motion.isArmed else { return news.append(.motion(false, at: now)) }
    let moved = motion.take(on: bus)
    news.append(.motion(moved, at: now))
    armIfIdle()
  }

  private func selfTest() {
    for quantity in Self.order {
      guard let bus, var sensor = sensors[quantity] else { continue }
      if quantity == .acceleration { motion.disarm() }
      do throws(BusFault) {
        let passed = try sensor.selfTest(on: bus)
        news.append(.selfTest(label: sensor.label, passed: passed))
      } catch {
        note(.failing(error.fault(at: sensor.label)), of: quantity, sensor.label)
        news.append(.selfTest(label: sensor.label, passed: nil))
      }
      sensors[quantity] = sensor
    }
    armIfIdle()
  }
}
