import Sensors
import Simulation
import Testing

/// Chips that share a package, or whose addresses are close.
enum SensorPackage: String, CaseIterable {
  case mpu9250, mpu9255, icm20948, lsm9ds1, lsm303dlhc, lsm303agr, adxl345AndHMC5883L

  func models() -> [RegisterChip] {
    switch self {
    case .mpu9250, .mpu9255:
      let package = MPUModel(identity: self == .mpu9250 ? 0x71 : 0x73)
      return [package, AK8963Model { package.isBypassOpen }]
    case .icm20948:
      let package = ICM20948Model()
      return [package, AK09916Model { package.isBypassOpen }]
    case .lsm9ds1: return [LSM9DS1AccelerometerModel(), LIS3MDLModel(address: 0x1E)]
    case .lsm303dlhc: return [LIS3DHModel(address: 0x19), LSM303DLHCMagnetometerModel()]
    case .lsm303agr: return [LIS3DHModel(address: 0x19), LIS2MDLModel()]
    case .adxl345AndHMC5883L: return [ADXL345Model(), HMC5883LModel()]
    }
  }

  var names: [String] {
    switch self {
    case .mpu9250, .mpu9255: ["MPU-6500/9250", "AK8963"]
    case .icm20948: ["ICM-20948", "AK09916"]
    case .lsm9ds1: ["LSM9DS1", "LSM9DS1"]
    case .lsm303dlhc: ["LIS3DH", "LSM303DLHC"]
    case .lsm303agr: ["LIS3DH", "LIS2MDL"]
    case .adxl345AndHMC5883L: ["ADXL345", "HMC5883L"]
    }
  }
}

@Suite("Two chips on a bus")
struct SharedPackageTests {
  @Test(arguments: SensorPackage.allCases, [Sampling.singleShot, .continuous(hertz: 10)])
  func `both are found, and neither disturbs the other for a minute`(
    package: SensorPackage, sampling: Sampling
  ) throws {
    let models = package.models()
    for model in models {
      model.surroundings.accelerationNoiseG = 0.004
      model.surroundings.fieldNoiseMicrotesla = 0.3
    }
    let bus = FakeBus(chips: models)
    let search = SensorSearch(on: bus)
    #expect(search.chips.map { type(of: $0).name } == package.names)
    #expect(search.strangers.isEmpty)
    var sensors = search.chips.map { Sensor($0, sampling: sampling) }
    for second in 0..<60 {
      bus.advance(to: .seconds(5 + second))
      for index in sensors.indices {
        let outcome = sensors[index].sample(on: bus, at: bus.now)
        #expect(outcome.reading != nil, "\(sensors[index].label) at \(second) s")
        #expect(outcome.changes == (second == 0 ? [.proving, .working] : []))
      }
    }
  }

  @Test(arguments: SensorPackage.allCases)
  func `after a brown-out of the package both come back`(package: SensorPackage) throws {
    let models = package.models()
    for model in models {
      model.surroundings.accelerationNoiseG = 0.004
      model.surroundings.fieldNoiseMicrotesla = 0.3
    }
    let bus = FakeBus(chips: models)
    var sensors = SensorSearch(on: bus).chips.map { Sensor($0) }
    for index in sensors.indices { _ = sensors[index].sample(on: bus, at: bus.now) }
    for model in models { model.powerOn() }
    for _ in 0..<10 {
      bus.advance(to: bus.now + .seconds(2))
      for index in sensors.indices { _ = sensors[index].sample(on: bus, at: bus.now) }
    }
    for sensor in sensors { #expect(sensor.state == .working) }
  }
}
