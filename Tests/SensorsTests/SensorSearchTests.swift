import Simulation
import Testing

@testable import Sensors

@Suite struct `A search` {
  static let pairs: [(MagnetometerCase, MagnetometerCase)] = MagnetometerCase.all.enumerated().flatMap { index, one in
    MagnetometerCase.all[(index + 1)...].filter { other in
      let addresses = one.make().map(\.address)
      return other.make().allSatisfy { !addresses.contains($0.address) }
    }.map { (one, $0) }
  }

  private static func found(_ search: SensorSearch) -> Set<String> {
    Set(search.chips.map { "\(type(of: $0).name) at \($0.address)" })
  }

  @Test(arguments: pairs) func `finds exactly the two chips that are there`(
    _ one: MagnetometerCase, _ other: MagnetometerCase
  ) {
    let bus = FakeBus(chips: one.make() + other.make())
    let search = SensorSearch(on: bus, among: ChipTable.magnetometers)
    let expected = Set([one, other].map { "\($0.type.name) at \($0.address)" })
    #expect(Self.found(search) == expected)
    #expect(search.chips.count == 2)
    #expect(search.faults.isEmpty)
  }

  @Test(arguments: MagnetometerCase.all) func `finds a chip through a burst of missing acknowledgements`(
    _ chip: MagnetometerCase
  ) {
    for burst in 1...2 {
      let (bus, _) = chip.bus()
      bus.fail(next: burst, at: chip.address)
      let search = SensorSearch(on: bus, among: ChipTable.magnetometers)
      #expect(Self.found(search) == ["\(chip.type.name) at \(chip.address)"])
    }
  }

  @Test func `finds nothing on an empty bus`() {
    let search = SensorSearch(on: FakeBus())
    #expect(search.chips.isEmpty)
    #expect(search.faults.isEmpty)
    #expect(search.strangers.isEmpty)
  }

  @Test func `names the address that a driver of the kernel has, and goes on`() {
    let bus = FakeBus(HMC5883LModel(), QMC5883LModel())
    bus.takenByKernel = [0x1E]
    let search = SensorSearch(on: bus, among: ChipTable.magnetometers)
    #expect(search.chips.map(\.address) == [0x0D])
    #expect(search.faults.map(\.address) == [0x1E])
    #expect(search.faults.map(\.fault) == [.takenByKernel])
  }

  @Test func `gives up at once where the bus is held`() {
    let bus = FakeBus(HMC5883LModel())
    bus.isHeld = true
    let search = SensorSearch(on: bus)
    #expect(search.faults.map(\.fault) == [.stuck])
    #expect(bus.now < .seconds(2))
  }

  @Test func `names an address where a stranger answers`() {
    let search = SensorSearch(on: FakeBus(Constant(address: 0x1E, byte: 0x5A)), among: ChipTable.magnetometers)
    #expect(search.strangers == [0x1E])
    #expect(search.chips.isEmpty)
  }
}
