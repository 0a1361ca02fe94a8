import Clocks
import Glibc
import Sensors
import Simulation
import Synchronization
import Testing
import Text

@testable import Board

/// A bus of models that the test can reach while the thread uses it.
final class SharedBus: I2CBus, Sendable {
  private struct Models: ~Copyable, @unchecked Sendable {
    let bus: FakeBus
  }
  private let models: Mutex<Models>

  init(_ make: @Sendable () -> [RegisterChip]) {
    models = Mutex(Models(bus: FakeBus(chips: make())))
  }

  func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8] {
    let result = models.withLock { models in
      Result { () throws(BusFault) in try models.bus.transfer(to: address, writing: bytes, reading: count) }
    }
    return try result.get()
  }

  func pause(_ duration: Duration) { models.withLock { $0.bus.pause(duration) } }

  /// Changes what is on the bus.
  func change(_ body: @Sendable (FakeBus) -> Void) { models.withLock { body($0.bus) } }

  /// Looks at it.
  func look<T: Sendable>(_ body: @Sendable (FakeBus) -> T) -> T { models.withLock { body($0.bus) } }
}

/// A sensor thread with its news.
final class SensorDesk {
  let bus: SharedBus
  let thread: SensorThread
  private(set) var news: [SensorThread.News] = []

  init(_ make: @escaping @Sendable () -> [RegisterChip]) throws {
    let bus = SharedBus {
      let chips = make()
      for chip in chips {
        chip.surroundings.accelerationNoiseG = 0.003
        chip.surroundings.fieldNoiseMicrotesla = 0.3
      }
      return chips
    }
    self.bus = bus
    thread = try SensorThread { () throws(Fault) in bus }
  }

  /// Waits for news that fit, after those that were waited for before.
  func wait(_ seconds: Double = 5, for isWanted: (SensorThread.News) -> Bool) -> Bool {
    let end = HostClock.now() + .wholeNanoseconds(seconds)
    while HostClock.now() < end {
      news += thread.takeNews()
      if let index = news.firstIndex(where: isWanted) {
        news.removeFirst(index + 1)
        return true
      }
      usleep(2_000)
    }
    return false
  }

  func end() -> Bool {
    thread.stop()
    return wait { $0 == .ended }
  }
}

@Suite("The thread of the sensors")
struct SensorThreadTests {
  private static func isReading(_ news: SensorThread.News) -> Bool {
    if case .reading(let reading, .acceleration, _) = news { abs(reading.vector.z - 1) < 0.05 } else { false }
  }

  @Test func `it searches at its start, measures on demand, and lets the chips sleep at its end`() throws {
    let desk = try SensorDesk { [LIS3DHModel(address: 0x19), ADXL345Model()] }
    #expect(
      desk.wait {
        $0
          == .searched(
            SensorThread.Findings(chips: [
              SensorThread.FoundChip(name: "LIS3DH", address: 0x19, quantity: .acceleration, isUsed: true),
              SensorThread.FoundChip(name: "ADXL345", address: 0x53, quantity: .acceleration, isUsed: false),
            ]))
      })
    desk.thread.ask(.sampleOnce([.acceleration]))
    #expect(desk.wait { $0 == .sensor(label: "LIS3DH at 0x19", of: .acceleration, fault: nil) })
    #expect(desk.wait(for: Self.isReading))
    desk.thread.ask(.sample(.acceleration, every: .milliseconds(20)))
    for _ in 0..<5 { #expect(desk.wait(for: Self.isReading)) }
    #expect(desk.bus.look { $0.chips[0].conversionEnd != nil }, "it measures by itself at this rate")
    #expect(desk.end())
    #expect(desk.bus.look { $0.chips[0].conversionEnd == nil })
  }

  @Test func `both chips are measured at one wakeup, though they were asked for at two moments`() throws {
    let desk = try SensorDesk { [LIS3DHModel(address: 0x18), LIS3MDLModel(address: 0x1C)] }
    desk.thread.ask(.sample(.acceleration, every: .milliseconds(40)))
    #expect(desk.wait(for: Self.isReading))
    desk.thread.ask(.sample(.magneticField, every: .milliseconds(40)))
    #expect(desk.wait { if case .reading(_, .magneticField, _) = $0 { true } else { false } })
    var batches: [[Quantity]] = []
    let end = HostClock.now() + .milliseconds(600)
    while HostClock.now() < end {
      let quantities = desk.thread.takeNews().compactMap { news -> Quantity? in
        if case .reading(_, let quantity, _) = news { quantity } else { nil }
      }
      if !quantities.isEmpty { batches.append(quantities) }
      usleep(1_000)
    }
    // A busy machine may put two rounds into one batch.
    #expect(!batches.isEmpty)
    #expect(batches.allSatisfy { $0.starts(with: [.acceleration, .magneticField]) && $0.count % 2 == 0 }, "\(batches)")
    #expect(desk.end())
  }

  @Test func `who asks for what is not there is told so`() throws {
    let desk = try SensorDesk { [] }
    #expect(desk.wait { $0 == .searched(SensorThread.Findings()) })
    desk.thread.ask(.sampleOnce([.acceleration, .magneticField]))
    #expect(desk.wait { if case .missing(.acceleration, _) = $0 { true } else { false } })
    #expect(desk.wait { if case .missing(.magneticField, _) = $0 { true } else { false } })
    desk.thread.ask(.watchMotion(threshold: 0.1))
    #expect(desk.wait { if case .motionWatch(false, let fault) = $0 { fault?.remedy != nil } else { false } })
    #expect(desk.end())
  }

  @Test func `a chip that is lost is told once, and told again when it is back`() throws {
    let desk = try SensorDesk { [LSM6DSModel()] }
    desk.thread.ask(.sample(.acceleration, every: .milliseconds(10)))
    #expect(desk.wait(for: Self.isReading))
    desk.bus.change { $0.chips[0].isPowered = false }
    #expect(
      desk.wait {
        if case .sensor(_, _, let fault) = $0 { fault?.message == "LSM6DS at 0x6A does not answer" } else { false }
      })
    #expect(!desk.wait(0.2) { if case .sensor = $0 { true } else { false } }, "told twice")
    desk.bus.change {
      $0.chips[0].isPowered = true
      $0.chips[0].powerOn()
    }
    #expect(desk.wait { $0 == .sensor(label: "LSM6DS at 0x6A", of: .acceleration, fault: nil) })
    #expect(desk.wait(for: Self.isReading))
    #expect(desk.end())
  }

  @Test func `a held bus is told, and measuring goes on once it is released`() throws {
    let desk = try SensorDesk { [ADXL345Model()] }
    desk.thread.ask(.sample(.acceleration, every: .milliseconds(10)))
    #expect(desk.wait(for: Self.isReading))
    desk.bus.change { $0.isHeld = true }
    #expect(
      desk.wait {
        if case .sensor(_, _, let fault) = $0 {
          fault?.message == "the I2C bus is held while ADXL345 at 0x53 is asked"
        } else {
          false
        }
      })
    desk.thread.ask(.search)
    #expect(desk.wait { if case .searched(let findings) = $0 { findings.faults.count == 1 } else { false } })
    desk.bus.change { $0.isHeld = false }
    #expect(desk.wait { $0 == .sensor(label: "ADXL345 at 0x53", of: .acceleration, fault: nil) })
    #expect(desk.wait(for: Self.isReading))
    #expect(desk.end())
  }

  @Test func `motion is watched, also after a measurement and not during many`() throws {
    let desk = try SensorDesk { [LIS3DHModel()] }
    desk.thread.ask(.watchMotion(threshold: 0.15))
    #expect(desk.wait { $0 == .motionWatch(isArmed: true, fault: nil) })
    desk.thread.ask(.sampleOnce([.acceleration]))
    #expect(desk.wait(for: Self.isReading))
    desk.thread.ask(.takeMotion)
    #expect(desk.wait { if case .motion(false, _) = $0 { true } else { false } })
    desk.bus.change { bus in
      for chip in bus.chips { chip.surroundings.accelerationG = SIMD3(0.6, 0, 0.8) }
      bus.pause(.seconds(1))
    }
    #expect(desk.bus.look { ($0.chips[0] as? AccelerometerModel)?.isLinePulled == true })
    desk.thread.ask(.takeMotion)
    #expect(desk.wait { if case .motion(true, _) = $0 { true } else { false } })
    desk.thread.ask(.watchMotion(threshold: nil))
    #expect(desk.wait { $0 == .motionWatch(isArmed: false, fault: nil) })
    #expect(desk.bus.look { $0.chips[0].conversionEnd == nil })
    #expect(desk.end())
  }

  @Test func `self-tests are told for each chip, also of one that has none`() throws {
    let desk = try SensorDesk { [LSM6DSModel()] }
    desk.thread.ask(.selfTest)
    #expect(desk.wait { $0 == .selfTest(label: "LSM6DS at 0x6A", passed: true) })
    desk.thread.ask(.sampleOnce([.acceleration]))
    #expect(desk.wait(for: Self.isReading))
    #expect(desk.end())
    let other = try SensorDesk { [MPUModel()] }
    other.thread.ask(.selfTest)
    #expect(other.wait { $0 == .selfTest(label: "MPU-6050 at 0x68", passed: nil) })
    #expect(other.end())
  }

  @Test(arguments: [true, false])
  func `a bus that cannot be opened is told with its remedy, and tried again, when asked and by itself`(asks: Bool)
    throws
  {
    let bus = SharedBus { [] }
    let flag = SharedFlag()
    let thread = try SensorThread { () throws(Fault) in
      guard flag.isSet else { throw Self.closed }
      return bus
    }
    var news: [SensorThread.News] = []
    func waitFor(_ wanted: SensorThread.News) -> Bool {
      for _ in 0..<3_000 where !news.contains(wanted) {
        news += thread.takeNews()
        usleep(2_000)
      }
      return news.contains(wanted)
    }
    #expect(waitFor(.searched(SensorThread.Findings(faults: [Self.closed]))))
    flag.set()
    if asks { thread.ask(.search) }
    #expect(waitFor(.searched(SensorThread.Findings())))
    thread.stop()
  }

  private static let closed = Fault(.noInput, "there is no such I2C bus", remedy: "enable it")

  private final class SharedFlag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }
}
