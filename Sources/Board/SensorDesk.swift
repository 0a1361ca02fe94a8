import Clocks
import LoggerCore
import Sensors
import Text

/// Brings what the sensors measure to the clients that asked for it: once, or as a stream.
struct SensorDesk {
  /// What came from the sensors.
  enum Measurement {
    /// A measurement, with its moment.
    case reading(Reading, Quantity, Instant)
    /// There is none to be had.
    case missing(Quantity)
  }

  /// A client that asked for one measurement of each quantity.
  private struct Waiter {
    var client: UInt64
    var missing: Set<Quantity> = Set(Quantity.allCases)
    var readings: [Quantity: Reading] = [:]
  }

  private var waiters: [Waiter] = []
  /// The parts of the next line of the stream.
  private var pending: [Quantity: (reading: Reading, at: Instant)] = [:]
  /// What is missing for good, so that no line waits for it.
  private var absent: Set<Quantity> = []
  private var began: Instant?
  /// Whether anybody follows the stream: lines are made for nobody else.
  private(set) var isStreaming = false

  /// Somebody asks for one measurement.
  mutating func ask(_ client: UInt64) { waiters.append(Waiter(client: client)) }

  /// The stream begins, and its time with it.
  mutating func begin() {
    began = nil
    pending = [:]
    absent = []
    isStreaming = true
  }

  /// Nobody follows the stream any more.
  mutating func end() { isStreaming = false }

  /// Takes a measurement.
  ///
  /// - Returns: the lines that answer clients, and one for the stream, if it has become complete.
  mutating func take(_ measurement: Measurement) -> (answers: [(client: UInt64, line: [UInt8])], stream: [UInt8]?) {
    var stream: [UInt8]?
    switch measurement {
    case .missing(let quantity):
      absent.insert(quantity)
      for index in waiters.indices { waiters[index].missing.remove(quantity) }
    case .reading(let reading, let quantity, let at):
      absent.remove(quantity)
      for index in waiters.indices where waiters[index].missing.remove(quantity) != nil {
        waiters[index].readings[quantity] = reading
      }
      guard isStreaming else { break }
      pending[quantity] = (reading, at)
      if Quantity.allCases.allSatisfy({ absent.contains($0) || pending[$0] != nil }) { stream = line(at: at) }
    }
    guard !waiters.isEmpty else { return ([], stream) }
    let done = waiters.filter { $0.missing.isEmpty }
    waiters.removeAll { $0.missing.isEmpty }
    return (done.map { ($0.client, Self.answer($0.readings)) }, stream)
  }

  private mutating func line(at: Instant) -> [UInt8] {
    defer { pending = [:] }
    let start = began ?? at
    began = start
    var line = JSONLine()
    line.put("time_s", (at - start).seconds, decimals: 3)
    Self.put(pending.mapValues(\.reading), to: &line)
    return line.finish()
  }

  private static func answer(_ readings: [Quantity: Reading]) -> [UInt8] {
    ControlAnswer.success { put(readings, to: &$0) }
  }

  private static let fieldNames: [StaticString] = ["mx_uT", "my_uT", "mz_uT"]
  private static let accelerationNames: [StaticString] = ["ax_g", "ay_g", "az_g"]

  /// The keys are the columns of a file of samples.
  private static func put(_ readings: [Quantity: Reading], to line: inout JSONLine) {
    if let field = readings[.magneticField] {
      for (axis, name) in fieldNames.enumerated() { line.put(name, field.vector[axis], decimals: 3) }
      line.put("saturated", field.isSaturated ? true : nil)
    }
    if let acceleration = readings[.acceleration] {
      for (axis, name) in accelerationNames.enumerated() {
        line.put(name, acceleration.vector[axis], decimals: 5)
      }
    }
    let celsius = readings[.magneticField]?.temperatureCelsius ?? readings[.acceleration]?.temperatureCelsius
    line.put("temperature_c", celsius, decimals: 1)
  }
}
