import Sensors

/// A bus with register-level chips on it, a clock that only moves when something is done, and faults to order.
public final class FakeBus: I2CBus {
  /// Virtual time: each byte takes 90 µs (100 kHz), and ``pause(_:)`` takes what it says.
  public private(set) var now: Duration = .zero
  /// Every transfer, a line each: `W 1E 20 F0` writes F0 to register 20, `R 1E 28 -> 6` reads six bytes from register
  /// 28, `! 1E noAnswer` failed.
  public private(set) var trace: [String] = []
  /// All the time spent in ``pause(_:)``.
  public private(set) var paused: Duration = .zero
  /// The chips.
  public private(set) var chips: [RegisterChip] = []
  /// Addresses that a driver of the kernel holds.
  public var takenByKernel: Set<UInt8> = []
  /// Whether somebody holds SDA low; every transfer fails, after a second, until it is released.
  public var isHeld = false

  private struct Failure {
    var fault: BusFault
    var address: UInt8?
    var transfers: Int
  }
  private var failures: [Failure] = []

  /// Makes a bus.
  public init(_ chips: RegisterChip...) { self.chips = chips }

  /// Makes a bus.
  public init(chips: [RegisterChip]) { self.chips = chips }

  /// Plugs a chip in. Models that look at each other come to the same bus.
  public func plug(_ chip: RegisterChip) {
    chip.advance(to: now)
    chips.append(chip)
  }

  /// Makes the next transfers fail, to one address or to any.
  public func fail(next transfers: Int, with fault: BusFault = .noAnswer, at address: UInt8? = nil) {
    failures.append(Failure(fault: fault, address: address, transfers: transfers))
  }

  /// Forgets the trace.
  public func clearTrace() { trace.removeAll() }

  /// Lets the time pass until a moment.
  public func advance(to instant: Duration) {
    now = max(now, instant)
    for chip in chips { chip.advance(to: now) }
  }

  /// Lets that much virtual time pass.
  public func pause(_ duration: Duration) {
    guard duration > .zero else { return }
    paused += duration
    advance(to: now + duration)
  }

  /// Serves a transfer from the models, unless a fault was ordered.
  public func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8] {
    advance(to: now + .microseconds(90 * (2 + bytes.count + max(0, count))))
    if isHeld {
      advance(to: now + .seconds(1))
      throw failed(address, .stuck)
    }
    if takenByKernel.contains(address) { throw failed(address, .takenByKernel) }
    if let index = failures.firstIndex(where: { $0.address == nil || $0.address == address }) {
      let fault = failures[index].fault
      failures[index].transfers -= 1
      if failures[index].transfers <= 0 { failures.remove(at: index) }
      throw failed(address, fault)
    }
    guard let chip = chips.first(where: { $0.address == address && $0.isPowered && $0.isVisible }) else {
      throw failed(address, .noAnswer)
    }
    chip.receive(bytes)
    guard count > 0 else {
      trace.append("W \(Self.hex(address))" + bytes.map { " " + Self.hex($0) }.joined())
      return []
    }
    trace.append("R \(Self.hex(address))" + bytes.map { " " + Self.hex($0) }.joined() + " -> \(count)")
    return chip.send(count)
  }

  private func failed(_ address: UInt8, _ fault: BusFault) -> BusFault {
    trace.append("! \(Self.hex(address)) \(fault)")
    return fault
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
