import Simulation

/// A clock chip at 0x68, where accelerometers are: whoever writes to it without knowing it sets the clock wrong.
final class DS1307: RegisterChip {
  /// How many bytes were written to it.
  private(set) var writes = 0

  init() { super.init(address: 0x68) }

  override func loadDefaults() {
    // In its memory is the byte that an MPU-9250 would show at 0x75.
    registers[0x35] = 0x71
  }

  override func pointer(for byte: UInt8) -> UInt8 { byte % 64 }
  override func successor(of register: UInt8) -> UInt8 { (register &+ 1) % 64 }
  override func write(_ value: UInt8, to register: UInt8) {
    writes += 1
    super.write(value, to: register)
  }
}

/// Something that gives the same byte for all registers, as a bus without pull-up resistors or an empty EEPROM does.
final class Constant: RegisterChip {
  private let byte: UInt8

  init(address: UInt8, byte: UInt8) {
    self.byte = byte
    super.init(address: address)
  }

  override func write(_ value: UInt8, to register: UInt8) {}
  override func value(of register: UInt8) -> UInt8 { byte }
}

/// What a search sees of a package around a magnetometer: an identity and a bypass.
final class Package: RegisterChip {
  private let identityRegister: UInt8
  private let identity: UInt8
  private let bypassRegister: UInt8
  private let masterRegister: UInt8

  private init(address: UInt8, identity: UInt8, at register: UInt8, bypass: UInt8, master: UInt8) {
    identityRegister = register
    self.identity = identity
    bypassRegister = bypass
    masterRegister = master
    super.init(address: address)
    powerOn()
  }

  /// An MPU-9250 (0x71), MPU-9255 (0x73) or MPU-6500 (0x70).
  static func mpu(identity: UInt8 = 0x71, address: UInt8 = 0x68) -> Package {
    let package = Package(address: address, identity: identity, at: 0x75, bypass: 0x37, master: 0x6A)
    package.registers[0x6B] = 0x40
    return package
  }

  /// An ICM-20948.
  static func icm(address: UInt8 = 0x69) -> Package {
    let package = Package(address: address, identity: 0xEA, at: 0x00, bypass: 0x0F, master: 0x03)
    package.registers[0x06] = 0x41
    return package
  }

  /// The accelerometer of an LSM9DS1.
  static func lsm9ds1(address: UInt8 = 0x6B) -> Package {
    Package(address: address, identity: 0x68, at: 0x0F, bypass: 0x0F, master: 0x03)
  }

  override func loadDefaults() { registers[Int(identityRegister)] = identity }

  var isBypassOpen: Bool {
    registers[Int(bypassRegister)] & 0x02 != 0 && registers[Int(masterRegister)] & 0x20 == 0
  }
}
