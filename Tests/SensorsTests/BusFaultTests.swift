import Simulation
import Testing
import Text

@testable import Sensors

@Suite struct `Faults of a bus` {
  static let all: [BusFault] = [.noAnswer, .stuck, .arbitrationLost, .short, .takenByKernel, .system(5)]

  @Test(arguments: all) func `are told with the chip and what to do`(_ fault: BusFault) {
    let told = SensorFault.bus(fault, "LIS3MDL at 0x1C")
    #expect(told.message.contains("LIS3MDL at 0x1C"))
    #expect(told.remedy?.isEmpty == false)
    #expect(told.message.last != ".")
  }

  @Test func `are told apart`() {
    #expect(Set(Self.all.map { SensorFault.bus($0, "X").message }).count == Self.all.count)
  }

  @Test func `happen to the transfers they were ordered for and to no others`() throws {
    let bus = FakeBus(HMC5883LModel(), QMC5883LModel())
    bus.fail(next: 2, with: .arbitrationLost, at: 0x1E)
    #expect(try bus.read(0x0D, of: 0x0D) == 0xFF)
    for _ in 0..<2 { #expect(throws: BusFault.arbitrationLost) { try bus.read(0x0A, of: 0x1E) } }
    #expect(try bus.read(0x0A, of: 0x1E) == UInt8(ascii: "H"))
  }

  @Test func `of a transfer that brings no byte are short`() {
    let bus = Silent()
    #expect(throws: BusFault.short) { try bus.read(0x00, of: 0x1E) }
    #expect(throws: BusFault.short) { try HMC5883L.identify(on: bus, at: 0x1E) }
  }

  /// A bus that breaks its promise.
  private final class Silent: I2CBus {
    func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8] { [] }
    func pause(_ duration: Duration) {}
  }
}
