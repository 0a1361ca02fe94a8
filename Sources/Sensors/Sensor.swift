import Text

/// One chip, looked after: retried, proven, checked, and set up again after whatever happened to it.
///
/// A driver only knows registers; all that drivers share is here. A chip is believed when its data are alive, not when
/// its identity is right: there are parts with the identity of another that never measure.
public struct Sensor: Sendable {
  /// How the chip is.
  public enum State: Equatable, Sendable {
    /// Nobody answers at its address.
    case absent
    /// It is being set up, and has to show live data.
    case proving
    /// It measures.
    case working
    /// It is there and does not measure, or not rightly.
    case failing(Fault)

    /// Whether it gives measurements that can be used.
    public var isWorking: Bool { self == .working }
  }

  /// What came of one call.
  public struct Outcome: Equatable, Sendable {
    /// The measurement; nil if there is none.
    public var reading: Reading?
    /// The states it went through in this call, in order; empty if nothing changed. Each is to be reported once.
    public var changes: [State] = []
  }

  /// How the chip is.
  public private(set) var state = State.absent
  /// The driver.
  public private(set) var chip: any Chip
  /// How it measures.
  public let sampling: Sampling

  private var isSetUp = false
  private var wasEverReported = false
  private var liveness = Liveness()
  private var emptyReads = 0
  private var saturatedReads = 0
  private var lastCheck: Duration = .zero
  private var nextTry: Duration?
  private var tryInterval = Self.firstInterval

  /// Tries of one transfer or measurement.
  static let attempts = 3
  /// The pause before the second try; it doubles.
  static let firstPause = Duration.milliseconds(2)
  /// How often the control registers are looked at: a brown-out resets them without a word.
  static let checkInterval = Duration.seconds(3)
  /// How soon a chip that failed is tried again; the time doubles up to ``lastInterval``.
  static let firstInterval = Duration.seconds(1)
  static let lastInterval = Duration.seconds(32)
  /// Live data must be seen within this many steps of ``proofStep``, 200 ms.
  static let proofSteps = 20
  static let proofStep = Duration.milliseconds(10)
  /// What a measurement without result counts for there.
  static let emptyReadSteps = 4
  /// Measurements without result, in a row, after which a working chip is set up again.
  static let emptyLimit = 3
  /// Saturated measurements in a row after which the chip is said to be failing.
  static let saturationLimit = 5

  /// Looks after a chip that was identified. It is set up by the first ``sample(on:at:)``.
  public init(_ chip: any Chip, sampling: Sampling = .singleShot) {
    self.chip = chip
    self.sampling = sampling
  }

  /// What is printed on the part, and where it is: `LIS3MDL at 0x1E`.
  public var label: String { "\(type(of: chip).name) at 0x\(hexadecimal(chip.address))" }

  /// What is wrong and what to do about it; nil if nothing is.
  public var fault: Fault? {
    switch state {
    case .absent: wasEverReported ? SensorFault.bus(.noAnswer, label) : nil
    case .proving, .working: nil
    case .failing(let fault): fault
    }
  }

  /// What it measures.
  public var quantity: Quantity { type(of: chip).quantity }

  /// Measures once; first sets the chip up if that is due, which takes up to a quarter of a second.
  ///
  /// - Parameters:
  ///   - bus: the bus it is on.
  ///   - now: the time since any start, never backwards.
  public mutating func sample(on bus: any I2CBus, at now: Duration) -> Outcome {
    var outcome = Outcome()
    if !isSetUp {
      guard nextTry.map({ now >= $0 }) ?? true else { return outcome }
      guard setUp(on: bus, at: now, &outcome) else { return outcome }
    }
    measure(on: bus, at: now, &outcome)
    return outcome
  }

  /// Lets the chip sleep. The next ``sample(on:at:)`` sets it up again.
  public mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    isSetUp = false
    nextTry = nil
    try Self.retrying(on: bus) { () throws(BusFault) in try chip.sleep(on: bus) }
  }

  /// Runs the chip's own self-test, then sets it up again at the next ``sample(on:at:)``.
  ///
  /// - Returns: whether it passed; nil if the chip has none.
  public mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    isSetUp = false
    nextTry = nil
    return try Self.retrying(on: bus) { () throws(BusFault) in try chip.selfTest(on: bus) }
  }

  // MARK: Setting up

  /// Identifies, configures and proves the chip.
  private mutating func setUp(on bus: any I2CBus, at now: Duration, _ outcome: inout Outcome) -> Bool {
    let kind = type(of: chip)
    let address = chip.address
    do throws(BusFault) {
      let found = try Self.retrying(on: bus) { () throws(BusFault) in try kind.identify(on: bus, at: address) }
      guard let found else {
        giveUp(.failing(SensorFault.stranger(label)), at: now, &outcome)
        return false
      }
      chip = found
      enter(.proving, &outcome)
      try Self.retrying(on: bus) { () throws(BusFault) in try chip.configure(sampling, on: bus) }
      guard try prove(on: bus) else {
        giveUp(.failing(liveness.sawAny ? SensorFault.stuck(label) : SensorFault.silent(label)), at: now, &outcome)
        return false
      }
    } catch {
      giveUp(error == .noAnswer ? .absent : .failing(SensorFault.bus(error, label)), at: now, &outcome)
      return false
    }
    isSetUp = true
    lastCheck = now
    nextTry = nil
    tryInterval = Self.firstInterval
    emptyReads = 0
    saturatedReads = 0
    enter(.working, &outcome)
    return true
  }

  /// Waits for data that change.
  private mutating func prove(on bus: any I2CBus) throws(BusFault) -> Bool {
    liveness = Liveness()
    var steps = 0
    while steps < Self.proofSteps {
      let reading = try Self.retrying(on: bus) { () throws(BusFault) in try chip.read(on: bus) }
      if let reading {
        liveness.add(reading.vector)
        if liveness.isProven { return true }
      } else {
        // The driver has waited for longer than a conversion takes.
        steps += Self.emptyReadSteps
      }
      steps += 1
      bus.pause(Self.proofStep)
    }
    return false
  }

  // MARK: Measuring

  private mutating func measure(on bus: any I2CBus, at now: Duration, _ outcome: inout Outcome) {
    do throws(BusFault) {
      var hadFault = false
      let reading = try Self.retrying(on: bus, onFault: { hadFault = true }) { () throws(BusFault) in
        try chip.read(on: bus)
      }
      // What made a transfer fail may have reset the chip.
      if hadFault || now - lastCheck >= Self.checkInterval {
        lastCheck = now
        guard try Self.retrying(on: bus, { () throws(BusFault) in try chip.isConfigured(on: bus) }) else {
          restart(.failing(SensorFault.reset(label)), on: bus, at: now, &outcome)
          return
        }
      }
      guard let reading else {
        emptyReads += 1
        if emptyReads >= Self.emptyLimit {
          restart(.failing(SensorFault.silent(label)), on: bus, at: now, &outcome)
        }
        return
      }
      emptyReads = 0
      liveness.add(reading.vector)
      guard !liveness.isStuck else {
        restart(.failing(SensorFault.stuck(label)), on: bus, at: now, &outcome)
        return
      }
      outcome.reading = reading
      noteSaturation(reading.isSaturated, &outcome)
    } catch {
      giveUp(error == .noAnswer ? .absent : .failing(SensorFault.bus(error, label)), at: now, &outcome)
    }
  }

  private mutating func noteSaturation(_ isSaturated: Bool, _ outcome: inout Outcome) {
    saturatedReads = isSaturated ? saturatedReads + 1 : 0
    if saturatedReads >= Self.saturationLimit {
      enter(.failing(SensorFault.saturated(label, quantity)), &outcome)
    } else if saturatedReads == 0 {
      enter(.working, &outcome)
    }
  }

  /// Sets the chip up again at once; if that fails, later. The next call measures.
  private mutating func restart(_ reason: State, on bus: any I2CBus, at now: Duration, _ outcome: inout Outcome) {
    enter(reason, &outcome)
    isSetUp = false
    _ = setUp(on: bus, at: now, &outcome)
  }

  private mutating func giveUp(_ reason: State, at now: Duration, _ outcome: inout Outcome) {
    isSetUp = false
    nextTry = now + tryInterval
    tryInterval = min(tryInterval * 2, Self.lastInterval)
    enter(reason, &outcome)
  }

  /// Goes to a state, and notes it if it is news.
  private mutating func enter(_ state: State, _ outcome: inout Outcome) {
    // Each new try of a chip that fails begins with proving; only what comes of it is news.
    if state == .proving, case .failing = self.state { return }
    guard state != self.state || !wasEverReported else { return }
    wasEverReported = true
    self.state = state
    outcome.changes.append(state)
  }

  /// Tries up to three times with growing pauses. A held bus is not tried again: each try costs a second.
  static func retrying<T>(
    on bus: any I2CBus, onFault: () -> Void = {}, _ body: () throws(BusFault) -> T
  ) throws(BusFault) -> T {
    var pause = firstPause
    for _ in 1..<attempts {
      do throws(BusFault) {
        return try body()
      } catch {
        onFault()
        if error == .stuck || error == .takenByKernel { throw error }
        bus.pause(pause)
        pause *= 2
      }
    }
    return try body()
  }
}
