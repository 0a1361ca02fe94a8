import Simulation
import Testing

@testable import Sensors

@Suite struct `An accelerometer and a magnetometer` {
  private static func found(_ search: SensorSearch) -> Set<String> {
    Set(search.chips.map { "\(type(of: $0).name) at \($0.address), \(type(of: $0).quantity)" })
  }

  /// Magnetometers that need nothing beside them.
  static let alone = MagnetometerCase.all.filter { $0.make().count == 1 }

  @Test(arguments: AccelerometerKind.allCases, alone)
  func `on one bus are found, and nothing else is`(_ kind: AccelerometerKind, _ magnetometer: MagnetometerCase) {
    // A LIS3MDL beside the accelerometer of an LSM9DS1 is what an LSM9DS1 looks like.
    if kind == .lsm9ds1, magnetometer.type == LIS3MDL.self { return }
    let model = kind.model()
    let search = SensorSearch(on: FakeBus(chips: [model] + magnetometer.make()))
    #expect(
      Self.found(search) == [
        "\(kind.name) at \(model.address), acceleration",
        "\(magnetometer.type.name) at \(magnetometer.address), magneticField",
      ])
    #expect(search.faults.isEmpty)
    #expect(search.strangers.isEmpty)
  }

  /// The packages that hold both, as they come out of the bag.
  static func package(_ kind: AccelerometerKind) -> [RegisterChip] {
    let outer = kind.model()
    let inner: RegisterChip
    switch outer {
    case let mpu as MPUModel: inner = AK8963Model { mpu.isBypassOpen }
    case let icm as ICM20948Model: inner = AK09916Model { icm.isBypassOpen }
    default: inner = LIS3MDLModel(address: outer.address == 0x6B ? 0x1E : 0x1C)
    }
    for chip in [outer, inner] {
      chip.surroundings.fieldNoiseMicrotesla = 0.3
      chip.surroundings.accelerationNoiseG = 0.003
    }
    return [outer, inner]
  }

  static let packages: [(kind: AccelerometerKind, magnetometer: String)] = [
    (.mpu9250, "AK8963"), (.icm20948, "AK09916"), (.lsm9ds1, "LSM9DS1"),
  ]

  @Test(arguments: packages) func `of one package are both found`(_ kind: AccelerometerKind, _ magnetometer: String) {
    let search = SensorSearch(on: FakeBus(chips: Self.package(kind)))
    #expect(search.chips.map { type(of: $0).name } == [kind.name, magnetometer])
  }

  @Test(arguments: packages, [Sampling.singleShot, .continuous(hertz: 10)])
  func `of one package both come back after a dip of the supply`(
    _ package: (kind: AccelerometerKind, magnetometer: String), _ sampling: Sampling
  ) throws {
    let bus = FakeBus(chips: Self.package(package.kind))
    var sensors = SensorSearch(on: bus).chips.map { Sensor($0, sampling: sampling) }
    #expect(sensors.count == 2)
    func run(seconds: Int) -> [Bool] {
      var last = sensors.map { _ in false }
      for _ in 0..<(10 * seconds) {
        for index in sensors.indices { last[index] = sensors[index].sample(on: bus, at: bus.now).reading != nil }
        bus.pause(.milliseconds(100))
      }
      return last
    }
    #expect(run(seconds: 5) == [true, true])
    for chip in bus.chips { chip.powerOn() }
    #expect(run(seconds: 20) == [true, true])
    #expect(sensors.allSatisfy { $0.state == .working })
  }
}
