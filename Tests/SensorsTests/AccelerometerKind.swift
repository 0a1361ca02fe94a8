import Sensors
import Simulation
import Testing

/// The accelerometers with their models.
enum AccelerometerKind: String, CaseIterable, CustomTestStringConvertible {
  case lis3dh, lsm6ds3, lsm6dsl, ism330dhcx, lsm6dso, mpu6050, mpu6050Clone, mpu6500, mpu9250, icm20948, adxl345,
    lsm9ds1

  var testDescription: String { rawValue }

  /// A chip that has just been powered.
  func model() -> AccelerometerModel {
    switch self {
    case .lis3dh: LIS3DHModel()
    case .lsm6ds3: LSM6DSModel(identity: 0x69)
    case .lsm6dsl: LSM6DSModel(identity: 0x6A)
    case .ism330dhcx: LSM6DSModel(identity: 0x6B)
    case .lsm6dso: LSM6DSModel(identity: 0x6C)
    case .mpu6050: MPUModel(identity: 0x68)
    case .mpu6050Clone: MPUModel(identity: 0x98)
    case .mpu6500: MPUModel(identity: 0x70)
    case .mpu9250: MPUModel(identity: 0x71)
    case .icm20948: ICM20948Model()
    case .adxl345: ADXL345Model()
    case .lsm9ds1: LSM9DS1AccelerometerModel()
    }
  }

  var name: String {
    switch self {
    case .lis3dh: "LIS3DH"
    case .lsm6ds3, .lsm6dsl, .ism330dhcx, .lsm6dso: "LSM6DS"
    case .mpu6050, .mpu6050Clone: "MPU-6050"
    case .mpu6500, .mpu9250: "MPU-6500/9250"
    case .icm20948: "ICM-20948"
    case .adxl345: "ADXL345"
    case .lsm9ds1: "LSM9DS1"
    }
  }

  /// g for one count.
  var count: Double {
    switch self {
    case .lis3dh: 0.001
    case .lsm6ds3, .lsm6dsl, .ism330dhcx, .lsm6dso, .lsm9ds1: 0.000_061
    case .mpu6050, .mpu6050Clone, .mpu6500, .mpu9250, .icm20948: 1.0 / 16_384
    case .adxl345: 1.0 / 256
    }
  }

  var hasSelfTest: Bool {
    switch self {
    case .mpu6050, .mpu6050Clone, .mpu6500, .mpu9250, .icm20948: false
    default: true
    }
  }

  /// Whether gravity is taken away by a high-pass filter, which the model does not have.
  var hasHighPassFilter: Bool { self == .lis3dh }

  static var watching: [AccelerometerKind] { allCases.filter { $0 != .lsm9ds1 } }
}

/// One chip on a bus of its own.
struct Bench {
  let model: AccelerometerModel
  let bus: FakeBus

  init(_ kind: AccelerometerKind) {
    model = kind.model()
    bus = FakeBus(model)
  }

  /// The driver that a search finds.
  func driver() throws -> any Chip {
    guard let chip = SensorSearch(on: bus, among: ChipTable.accelerometers).chips.first else { throw Missing() }
    return chip
  }

  struct Missing: Error {}
}

/// A bus that fails once, at the transfer with this number.
final class OnceFailingBus: I2CBus {
  let bus: FakeBus
  private(set) var transfers = 0
  private let failing: Int

  init(_ bus: FakeBus, failingAt failing: Int) {
    self.bus = bus
    self.failing = failing
  }

  func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8] {
    transfers += 1
    if transfers == failing { throw .noAnswer }
    return try bus.transfer(to: address, writing: bytes, reading: count)
  }

  func pause(_ duration: Duration) { bus.pause(duration) }
}
