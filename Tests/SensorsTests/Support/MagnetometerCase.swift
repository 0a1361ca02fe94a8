import Simulation
import Testing

@testable import Sensors

/// A driver with the chip it is for.
struct MagnetometerCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let type: any Chip.Type
  let address: UInt8
  /// The largest step of an axis, microtesla.
  let microteslaPerCount: Double
  /// The chip, then what it needs beside it.
  let make: @Sendable () -> [RegisterChip]

  init(
    _ name: String, _ type: any Chip.Type, _ address: UInt8, _ microteslaPerCount: Double,
    _ make: @escaping @Sendable () -> [RegisterChip]
  ) {
    testDescription = name
    self.type = type
    self.address = address
    self.microteslaPerCount = microteslaPerCount
    self.make = make
  }

  /// All magnetometers.
  static let all: [MagnetometerCase] = [
    .init("HMC5883L", HMC5883L.self, 0x1E, 100 / 820) { [HMC5883LModel()] },
    .init("LSM303DLHC", LSM303DLHCMagnetometer.self, 0x1E, 100 / 760) { [LSM303DLHCMagnetometerModel()] },
    .init("LIS2MDL", LIS2MDL.self, 0x1E, 0.15) { [LIS2MDLModel()] },
    .init("LSM9DS1", LSM9DS1Magnetometer.self, 0x1E, 100 / 6_842) {
      [LIS3MDLModel(address: 0x1E), Package.lsm9ds1()]
    },
    .init("LIS3MDL", LIS3MDL.self, 0x1C, 100 / 6_842) { [LIS3MDLModel(address: 0x1C)] },
    .init("LIS3MDL at 0x1E", LIS3MDL.self, 0x1E, 100 / 6_842) { [LIS3MDLModel(address: 0x1E)] },
    .init("QMC5883L", QMC5883L.self, 0x0D, 100 / 3_000) { [QMC5883LModel()] },
    .init("QMC5883P", QMC5883P.self, 0x2C, 100 / 3_750) { [QMC5883PModel()] },
    .init("MMC5983MA", MMC5983MA.self, 0x30, 100 / 16_384) { [MMC5983MAModel()] },
    .init("MMC5603", MMC5603.self, 0x30, 100 / 16_384) { [MMC5603Model()] },
    .init("MMC5603 without identity", MMC5603.self, 0x30, 100 / 16_384) { [MMC5603Model(identity: 0)] },
    .init("AK8963 in an MPU-9250", AK8963.self, 0x0C, 0.19) {
      let package = Package.mpu()
      return [AK8963Model { package.isBypassOpen }, package]
    },
    .init("AK8963 in an MPU-9255", AK8963.self, 0x0C, 0.19) {
      let package = Package.mpu(identity: 0x73, address: 0x69)
      return [AK8963Model { package.isBypassOpen }, package]
    },
    .init("AK09916 in an ICM-20948", AK09916.self, 0x0C, 0.15) {
      let package = Package.icm()
      return [AK09916Model { package.isBypassOpen }, package]
    },
    .init("BMM150", BMM150.self, 0x10, 0.35) { [BMM150Model()] },
    .init("BMM150 at 0x13", BMM150.self, 0x13, 0.35) { [BMM150Model(address: 0x13)] },
  ]

  /// A bus with the chip on it.
  func bus(field: SIMD3<Double>? = nil, noise: Double = 0) -> (bus: FakeBus, chip: RegisterChip) {
    let chips = make()
    for chip in chips {
      if let field { chip.surroundings.fieldMicrotesla = field }
      chip.surroundings.fieldNoiseMicrotesla = noise
    }
    return (FakeBus(chips: chips), chips[0])
  }

  /// The driver, having identified the chip.
  func driver(on bus: FakeBus) throws -> any Chip {
    guard let chip = try type.identify(on: bus, at: address) else { throw NotIdentified() }
    return chip
  }

  struct NotIdentified: Error {}
}

extension SIMD3<Double> {
  /// Whether no axis is farther away than this.
  func isWithin(_ distance: Double, of other: Self) -> Bool {
    (0..<3).allSatisfy { abs(self[$0] - other[$0]) <= distance }
  }
}
