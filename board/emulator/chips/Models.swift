import Simulation

/// A kind of part that can be put on the bus.
struct ModelKind: Sendable {
  /// The name of the part in lower case.
  var name: String
  /// Its usual address.
  var address: UInt8
  /// What Waymark calls the chips in it.
  var chips: [String]
  /// Makes the chips.
  var make: @Sendable (UInt8) -> [RegisterChip]
}

extension ModelKind {
  /// All of them. A new one is a line here.
  static let all: [ModelKind] = [
    ModelKind(name: "adxl345", address: 0x53, chips: ["ADXL345"]) { [ADXL345Model(address: $0)] },
    ModelKind(name: "lis3dh", address: 0x18, chips: ["LIS3DH"]) { [LIS3DHModel(address: $0)] },
    ModelKind(name: "lsm6ds3", address: 0x6A, chips: ["LSM6DS"]) { [LSM6DSModel(address: $0, identity: 0x69)] },
    ModelKind(name: "lsm6dso", address: 0x6A, chips: ["LSM6DS"]) { [LSM6DSModel(address: $0, identity: 0x6C)] },
    ModelKind(name: "mpu6050", address: 0x68, chips: ["MPU-6050"]) { [MPUModel(address: $0, identity: 0x68)] },
    ModelKind(name: "mpu6500", address: 0x68, chips: ["MPU-6500/9250"]) { [MPUModel(address: $0, identity: 0x70)] },
    ModelKind(name: "lsm9ds1-accelerometer", address: 0x6B, chips: ["LSM9DS1"]) {
      [LSM9DS1AccelerometerModel(address: $0)]
    },
    ModelKind(name: "mpu9250", address: 0x68, chips: ["MPU-6500/9250", "AK8963"]) {
      let outer = MPUModel(address: $0, identity: 0x71)
      return [outer, AK8963Model(reachable: { outer.isBypassOpen })]
    },
    ModelKind(name: "icm20948", address: 0x69, chips: ["ICM-20948", "AK09916"]) {
      let outer = ICM20948Model(address: $0)
      return [outer, AK09916Model(reachable: { outer.isBypassOpen })]
    },
    ModelKind(name: "bmm150", address: 0x10, chips: ["BMM150"]) { [BMM150Model(address: $0)] },
    ModelKind(name: "hmc5883l", address: 0x1E, chips: ["HMC5883L"]) { _ in [HMC5883LModel()] },
    ModelKind(name: "lsm303dlhc", address: 0x1E, chips: ["LSM303DLHC"]) { _ in
      [LSM303DLHCMagnetometerModel(), LIS3DHModel(address: 0x19)]
    },
    ModelKind(name: "lis2mdl", address: 0x1E, chips: ["LIS2MDL"]) { _ in [LIS2MDLModel()] },
    ModelKind(name: "lis3mdl", address: 0x1C, chips: ["LIS3MDL"]) { [LIS3MDLModel(address: $0)] },
    ModelKind(name: "mmc5983ma", address: 0x30, chips: ["MMC5983MA"]) { _ in [MMC5983MAModel()] },
    ModelKind(name: "mmc5603", address: 0x30, chips: ["MMC5603"]) { _ in [MMC5603Model()] },
    ModelKind(name: "qmc5883l", address: 0x0D, chips: ["QMC5883L"]) { _ in [QMC5883LModel()] },
    ModelKind(name: "qmc5883p", address: 0x2C, chips: ["QMC5883P"]) { _ in [QMC5883PModel()] },
  ]
}

/// A wrong word on the command line.
struct WordFault: Error { var message: String }

/// A part that a scenario has put on the bus: usually one chip, two where a package holds two.
struct PlacedModel {
  /// As it was asked for, such as `lis3mdl@1c`.
  var word: String
  var chips: [RegisterChip]

  /// Reads `--chip NAME@ADDRESS` (hexadecimal), any number of times. `registers` is plain memory, for trying the bus.
  static func parse(_ words: some Sequence<String>) throws(WordFault) -> [PlacedModel] {
    var found: [PlacedModel] = []
    var words = words.makeIterator()
    while let option = words.next() {
      guard option == "--chip", let word = words.next() else {
        throw WordFault(message: "\(option) is not known; usage: emulated-chips --chip lis3mdl@1c ...")
      }
      let parts = word.split(separator: "@")
      guard parts.count == 2, let address = UInt8(parts[1], radix: 16), address < 0x80 else {
        throw WordFault(message: "\(word) is not a name and a hexadecimal address, such as lis3mdl@1c")
      }
      if parts[0] == "registers" {
        found.append(PlacedModel(word: word, chips: [RegisterChip(address: address)]))
      } else if let kind = ModelKind.all.first(where: { $0.name == parts[0] }) {
        found.append(PlacedModel(word: word, chips: kind.make(address)))
      } else {
        let names = ModelKind.all.map(\.name).joined(separator: ", ")
        throw WordFault(message: "no model of \(parts[0]); there are \(names)")
      }
    }
    return found
  }
}
