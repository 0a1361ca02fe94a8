import Clocks
import Configuration
import LoggerCore
import Sensors
import Text

/// What is on the I2C bus, and whether it measures.
struct BusChecks {
  /// A chip that answered, and what it measured.
  struct Examined: Equatable {
    var label: String
    var quantity: Quantity
    /// Why it does not measure; nil if it does.
    var fault: Fault?
    /// The size of the vector it measured.
    var size: Double?
  }

  /// What was configured.
  var settings: Settings.Sensors
  /// The chips, or why the bus cannot be opened; nil where none is configured.
  var chips: Result<[Examined], Fault>?
  /// What is wrong on the bus itself.
  var faults: [Fault] = []
  /// Addresses where somebody unknown answers.
  var strangers: [UInt8] = []
  /// What a running daemon says.
  var daemon: DaemonReport?

  init(settings: Settings.Sensors, chips: Result<[Examined], Fault>? = nil, daemon: DaemonReport? = nil) {
    self.settings = settings
    self.chips = chips
    self.daemon = daemon
  }

  /// Examines a bus.
  init(settings: Settings.Sensors, bus: any I2CBus, now: () -> Duration) {
    self.init(settings: settings)
    let search = SensorSearch(on: bus)
    faults = search.faults.map { $0.fault.fault(at: $0.address) }
    strangers = search.strangers
    chips = .success(
      search.chips.map { chip in
        var sensor = Sensor(chip)
        let outcome = sensor.sample(on: bus, at: now())
        try? sensor.sleep(on: bus)
        return Examined(
          label: sensor.label, quantity: sensor.quantity, fault: outcome.reading == nil ? sensor.fault : nil,
          size: outcome.reading.map { ($0.vector * $0.vector).sum().squareRoot() })
      })
  }

  /// Looks at the bus as it is now, unless a daemon has it: two that set up a chip disturb each other.
  init(live settings: Settings.Sensors, daemon: DaemonReport?) {
    self.init(settings: settings, daemon: daemon)
    guard let path = settings.bus, daemon == nil else { return }
    do throws(Fault) {
      let bus = try LinuxI2CBus(path: path)
      self.init(settings: settings, bus: bus) { .nanoseconds(HostClock.now().boot) }
    } catch {
      chips = .failure(error)
    }
  }

  private var isRequired: Bool { settings.isHeadingRequired || settings.isMotionRequired }

  var findings: [Finding] {
    guard let path = settings.bus else {
      return [Finding("i2c.bus", .note, "no I2C bus is configured, so there is no compass and no accelerometer")]
    }
    if let daemon { return told(by: daemon) }
    switch chips {
    case .failure(let fault)?: return [Finding("i2c.bus", fault, as: isRequired ? .fault : .warning)]
    case nil: return []
    case .success(let chips)?:
      let bus =
        faults.isEmpty
        ? [Finding("i2c.bus", .good, "\(path) works")] : faults.map { Finding("i2c.bus", $0) }
      return bus + chips.map(finding) + missing(chips) + strangers.map(Self.stranger)
    }
  }

  private func finding(_ chip: Examined) -> Finding {
    let check = "i2c.\(Part(chip.quantity).rawValue)"
    if let fault = chip.fault { return Finding(check, fault) }
    var writer = ByteWriter()
    writer.put(text: "\(chip.quantity.chip) \(chip.label)")
    if let size = chip.size {
      writer.put(" measures ")
      writer.put(size, decimals: chip.quantity == .acceleration ? 2 : 1)
      writer.put(chip.quantity == .acceleration ? " g" : " uT")
    }
    return Finding(check, .good, writer.string)
  }

  private func missing(_ chips: [Examined]) -> [Finding] {
    guard faults.isEmpty else { return [] }
    return Quantity.allCases.filter { quantity in !chips.contains { $0.quantity == quantity } }.map(lacking)
  }

  private func lacking(_ quantity: Quantity) -> Finding {
    let isRequired = settings.isHeadingRequired || quantity == .acceleration && settings.isMotionRequired
    return Finding(
      "i2c.\(Part(quantity).rawValue)", isRequired ? .fault : .note, "no \(quantity.chip) answers",
      remedy: isRequired ? "check the four wires of its board: 3.3 V, ground, SDA, SCL" : nil)
  }

  private static func stranger(_ address: UInt8) -> Finding {
    let digits = String(address, radix: 16, uppercase: true)
    return Finding(
      "i2c.stranger", .note, "somebody answers at 0x\(digits.count < 2 ? "0" : "")\(digits) whom no driver knows")
  }

  private func told(by daemon: DaemonReport) -> [Finding] {
    if let fault = daemon.text("sensor_bus_fault") {
      return [Finding("i2c.bus", isRequired ? .fault : .warning, fault)]
    }
    return Quantity.allCases.map { quantity in
      let name = Part(quantity).rawValue
      if let fault = daemon.text("\(name)_fault") { return Finding("i2c.\(name)", .fault, fault) }
      if let label = daemon.text(name) {
        return Finding("i2c.\(name)", .good, "\(quantity.chip) \(label), in use by the daemon")
      }
      return lacking(quantity)
    }
  }
}
