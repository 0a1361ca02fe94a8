import Clocks
import Configuration
import Controls
import Glibc
import LoggerCore
import Sensors
import Text

/// The parts of the board besides the receiver: button, lights, buzzer and sensors, each of which may be absent, broken or
/// taken. What happens to them comes out as events for the core.
final class BoardParts {
  /// An event with its moment.
  typealias Happening = (event: Event, at: Instant)

  /// How long the start waits for the sensors when they are required: a search, and a proof of live data for each.
  private static let sensorPatience = Duration.seconds(4)

  private let settings: Settings
  private let log: (String) -> Void
  private let button: ButtonLine?
  private let lights: LEDPlayer
  private let pulse: PulseLine?
  private let sensors: SensorThread?
  private let motionLine: MotionLine?
  /// What the motion watch has told since the last call.
  private var motionEvents: [Happening] = []
  private var isMotionArmed = false
  private var isMotionTold = false

  private var told: [Part: PartState] = [:]
  private var states: [Part: PartState] = [:]
  /// What the last search of the bus found; nil before it.
  private(set) var findings: SensorThread.Findings?
  private var measurements: [SensorDesk.Measurement] = []

  /// What is wrong with the bus of the sensors; nil if nothing is, or none is configured.
  var sensorBusFault: Fault? { findings?.faults.first }

  init(
    settings: Settings, loop: EventLoop, buttonToken: EventLoop.Token, sensorToken: EventLoop.Token,
    motionToken: EventLoop.Token, log: @escaping (String) -> Void
  ) throws(Fault) {
    self.settings = settings
    self.log = log
    if let name = settings.button.line {
      _ = try LineSpec(name)
      let setup = InputLine.Setup(settings.button)
      button = ButtonLine(loop: loop, token: buttonToken, log: log) { () throws(Fault) in
        try LineSpec.taking(name) { (place) throws(Fault) in try InputLine(place, setup: setup, use: "button") }
      }
    } else {
      button = nil
    }
    pulse = try settings.receiver.pulseLine.map { (name) throws(Fault) in
      _ = try LineSpec(name)
      return PulseLine(log: log) { () throws(Fault) in
        try LineSpec.taking(name) { (place) throws(Fault) in
          try InputLine(place, setup: InputLine.Setup(), use: "pulse")
        }
      }
    }
    lights = LEDPlayer(try Self.lamps(settings), log: log)
    if let bus = settings.sensors.bus {
      let thread = try SensorThread { () throws(Fault) in try LinuxI2CBus(path: bus) }
      try loop.add(thread.newsDescriptor, token: sensorToken)
      sensors = thread
    } else {
      sensors = nil
    }
    if let name = settings.sensors.motionLine, sensors != nil {
      _ = try LineSpec(name)
      // Every driver makes its chip pull the line up, and push it down.
      motionLine = MotionLine(
        ButtonLine(loop: loop, token: motionToken, name: "motion line", log: log) { () throws(Fault) in
          try LineSpec.taking(name) { (place) throws(Fault) in try InputLine(place, setup: .init(), use: "motion") }
        })
    } else {
      motionLine = nil
    }
  }

  private typealias LampEntry = (part: LEDPlayer.Part, open: () throws(Fault) -> any Lamp)

  private static func lamps(_ settings: Settings) throws(Fault) -> [LampEntry] {
    var result: [LampEntry] = []
    func add(_ part: LEDPlayer.Part, _ name: String?, isActiveLow: Bool) throws(Fault) {
      guard let name else { return }
      _ = try LineSpec(name)
      result.append(
        (
          part,
          { () throws(Fault) in
            try LineSpec.taking(name) { (place) throws(Fault) in
              try OutputLine(place, isActiveLow: isActiveLow, use: part.rawValue)
            }
          }
        ))
    }
    let hasTwo = settings.led.line != nil && settings.led.secondLine != nil
    try add(hasTwo ? .answerLED : .led, settings.led.line, isActiveLow: settings.led.isActiveLow)
    try add(hasTwo ? .conditionLED : .led, settings.led.secondLine, isActiveLow: settings.led.isActiveLow)
    try add(.buzzer, settings.buzzer.line, isActiveLow: settings.buzzer.isActiveLow)
    return result
  }

  /// Takes the lines and looks what is on the bus.
  ///
  /// - Throws: the fault of a part that is missing and required.
  func open(at: Instant) throws(Fault) -> [Happening] {
    var happenings = button?.open(at: at).map(Self.happening) ?? []
    if settings.button.isRequired {
      guard let button else { throw Self.unset("button", key: "[button] line") }
      if let fault = button.fault { throw fault }
    }
    // What it says before the first bytes come is of no use; that the line cannot be had is.
    _ = pulse?.pulses(at: at)
    let dark = lights.open(at: at)
    if settings.led.isRequired {
      guard settings.led.line != nil else { throw Self.unset("LED", key: "[led] line") }
      if let fault = dark.first(where: { $0.part != .buzzer })?.fault { throw fault }
    }
    sensors?.ask(.sampleOnce([.magneticField, .acceleration]))
    if let motionLine {
      sensors?.ask(.watchMotion(threshold: Self.motionThreshold))
      askMotion(if: motionLine.open(at: at))
    }
    try requireSensors(at: at)
    happenings += changes(at: at)
    return happenings
  }

  /// When ``deadline(at:)`` wants to be called; nil for never.
  var nextDeadline: Instant? {
    [button?.nextDeadline, lights.nextDeadline, motionLine?.nextDeadline].compactMap(\.self).min()
  }

  /// A moment of ``nextDeadline`` has come; harmless at any other time.
  func deadline(at: Instant) -> [Happening] {
    lights.deadline(at: at)
    askMotion(if: motionLine?.deadline(at: at) ?? false)
    return (button.map { $0.deadline(at: at) + $0.check(at: at) } ?? []).map(Self.happening) + changes(at: at)
  }

  /// Full seconds that the receiver has marked since the last call.
  func pulses(at: Instant) -> [Happening] { pulse?.pulses(at: at).map { (.pulse, $0) } ?? [] }

  /// Edges came.
  func buttonReady(_ readiness: EventLoop.Readiness, at: Instant) -> [Happening] {
    (button?.ready(readiness, at: at) ?? []).map(Self.happening) + changes(at: at)
  }

  /// The motion line was pulled.
  func motionReady(_ readiness: EventLoop.Readiness, at: Instant) -> [Happening] {
    askMotion(if: motionLine?.ready(readiness, at: at) ?? false)
    return changes(at: at)
  }

  private func askMotion(if isPulled: Bool) { if isPulled { sensors?.ask(.takeMotion) } }

  /// What a walk does to a board in a pocket, and the noise of no chip, g.
  private static let motionThreshold = 0.1

  /// The sensors have news.
  func sensorsReady(at: Instant) -> [Happening] {
    for news in sensors?.takeNews() ?? [] { take(news) }
    return changes(at: at)
  }

  /// What was measured since the last call.
  func takeMeasurements() -> [SensorDesk.Measurement] {
    defer { measurements = [] }
    return measurements
  }

  /// Shows a pattern from its beginning.
  func show(_ pattern: Pattern, at: Instant) -> [Happening] {
    lights.show(pattern, at: at)
    return changes(at: at)
  }

  /// Asks the sensors for something.
  ///
  /// - Returns: whether there is a bus.
  func ask(_ request: SensorThread.Request) -> Bool {
    sensors?.ask(request)
    return sensors != nil
  }

  /// Gives everything back.
  func close() {
    button?.close()
    lights.close()
    motionLine?.close()
    pulse?.close()
    sensors?.stop()
  }

  // MARK: - States

  private static func happening(_ news: ButtonLine.News) -> Happening {
    switch news {
    case .edge(let isPressed, let at): (.edge(pressed: isPressed), at)
    case .level(let isPressed, let at): (.button(isDown: isPressed), at)
    }
  }

  /// What has changed since the last call.
  private func changes(at: Instant) -> [Happening] {
    if let button, let line = settings.button.line {
      states[.button] = button.fault.map(PartState.failing) ?? .working(label: line)
    }
    if let pulse, let line = settings.receiver.pulseLine {
      states[.pulse] = pulse.fault.map(PartState.failing) ?? .working(label: line)
    }
    if let line = settings.led.line {
      let fault = lights.faults.first { $0.part == .led || $0.part == .answerLED }?.fault
      states[.led] = fault.map(PartState.failing) ?? .working(label: line)
    }
    if let line = settings.led.secondLine {
      let fault = lights.faults.first { $0.part == .conditionLED }?.fault
      states[.secondLED] = fault.map(PartState.failing) ?? .working(label: line)
    }
    if let line = settings.buzzer.line {
      states[.buzzer] = lights.faults.first { $0.part == .buzzer }.map { .failing($0.fault) } ?? .working(label: line)
    }
    let isWatching = isMotionArmed && motionLine.map { $0.fault == nil } ?? false
    if isWatching != isMotionTold {
      isMotionTold = isWatching
      motionEvents.append((.motionWatch(isArmed: isWatching), at))
    }
    defer { motionEvents = [] }
    let changed = Part.allCases.filter { states[$0] != told[$0] }
    told = states
    return changed.compactMap { part in states[part].map { (.part(part, $0), at) } } + motionEvents
  }

  private func take(_ news: SensorThread.News) {
    switch news {
    case .searched(let found):
      let before = findings
      findings = found
      // A bus that fails is searched again and again.
      for fault in found.faults where before?.faults.contains(fault) != true { log(fault.description) }
      if before?.faults.isEmpty == false, found.faults.isEmpty { log("the bus of the sensors works again") }
      guard before == nil || before?.chips != found.chips else { return }
      for quantity in Quantity.allCases where !found.chips.contains(where: { $0.quantity == quantity }) {
        // One that was there and is gone is told by its own thread; one that was never there is no fault.
        guard states[Part(quantity)] == nil, found.faults.isEmpty else { continue }
        log("no \(quantity.chip) answers on \(settings.sensors.bus ?? "the bus")")
      }
    case .sensor(let label, let quantity, let fault):
      states[Part(quantity)] = fault.map(PartState.failing) ?? .working(label: label)
      log(fault?.description ?? "the \(quantity.chip) is a \(label)")
    case .reading(let reading, let quantity, let at): measurements.append(.reading(reading, quantity, at))
    case .missing(let quantity, _): measurements.append(.missing(quantity))
    case .motionWatch(let isArmed, let fault):
      isMotionArmed = isArmed
      if let fault { log(fault.description) }
    case .selfTest(let label, let passed):
      if let passed { log("self-test of \(label): \(passed ? "passed" : "FAILED")") }
    case .motion(let hasMoved, let at): if hasMoved { motionEvents.append((.moved, at)) }
    case .ended: break
    }
  }

  // MARK: - What is required

  private func requireSensors(at start: Instant) throws(Fault) {
    let required: [Quantity] =
      settings.sensors.isHeadingRequired
      ? [.magneticField, .acceleration] : settings.sensors.isMotionRequired ? [.acceleration] : []
    guard !required.isEmpty else { return }
    guard let sensors else { throw Self.unset("compass or accelerometer", key: "[sensors] bus") }
    while required.contains(where: { states[Part($0)] == nil && mayCome($0) }) {
      let left = (start + Self.sensorPatience - HostClock.now()).nanoseconds / 1_000_000
      guard left > 0 else { break }
      var poll = pollfd(fd: sensors.newsDescriptor, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, Int32(clamping: left))
      for news in sensors.takeNews() { take(news) }
    }
    for quantity in required {
      switch states[Part(quantity)] {
      case .working?: break
      case .failing(let fault)?: throw fault
      case nil:
        throw findings?.faults.first
          ?? Fault(
            .unavailable, "no \(quantity.chip) answers on \(settings.sensors.bus ?? "the bus"), and one is required",
            remedy: "check its wires with `waymark doctor`, or take the requirement out of [sensors]")
      }
    }
  }

  /// Whether a search may still find it.
  private func mayCome(_ quantity: Quantity) -> Bool {
    guard let findings else { return true }
    return findings.chips.contains { $0.quantity == quantity }
  }

  private static func unset(_ part: String, key: String) -> Fault {
    Fault(
      .configuration, "the \(part) is required and not configured",
      remedy: "set \(key), or name the board with [board] profile")
  }
}

extension Part {
  /// The part that measures this.
  init(_ quantity: Quantity) {
    self =
      switch quantity {
      case .magneticField: .magnetometer
      case .acceleration: .accelerometer
      }
  }
}

extension Quantity {
  /// The chip that measures it, for people.
  var chip: String {
    switch self {
    case .magneticField: "magnetometer"
    case .acceleration: "accelerometer"
    }
  }
}

extension InputLine.Setup {
  /// How the button's line is read.
  init(_ button: Settings.Button) {
    let bias: InputLine.Bias =
      switch button.bias {
      case .pullUp: .pullUp
      case .pullDown: .pullDown
      case .disabled: .none
      }
    self.init(bias: bias, isActiveLow: button.isActiveLow)
  }
}
