import Simulation
import Testing

@testable import Sensors

@Suite struct `What goes over the wires` {
  /// The transfers of a driver; a register that is looked at again and again until it says ready counts once.
  struct Expected: Sendable {
    var identify: [String]
    var configure: [String]
    var read: [String]
    /// What configures it to 10 Hz.
    var continuous: [String]
  }

  static let expected: [String: Expected] = [
    "HMC5883L": Expected(
      identify: ["R 1E 0A -> 3", "R 1E 0F -> 1"],
      configure: ["W 1E 00 78", "W 1E 01 40", "W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6"],
      read: ["W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6"],
      continuous: [
        "W 1E 00 70", "W 1E 01 40", "W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6", "W 1E 02 01",
        "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6", "W 1E 02 00",
      ]),
    "LSM303DLHC": Expected(
      identify: ["R 1E 0A -> 3", "R 1E 0F -> 1"],
      configure: ["W 1E 00 18", "W 1E 01 40", "W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6"],
      read: ["W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6"],
      continuous: [
        "W 1E 00 10", "W 1E 01 40", "W 1E 02 01", "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6", "W 1E 02 01",
        "R 1E 02 -> 1", "R 1E 09 -> 1", "R 1E 03 -> 6", "W 1E 02 00",
      ]),
    "LIS2MDL": Expected(
      identify: ["R 1E 4F -> 1"],
      configure: ["W 1E 60 20", "W 1E 45 00 00 00 00 00 00", "W 1E 61 13", "W 1E 62 10", "W 1E 60 83"],
      read: ["W 1E 60 81", "R 1E 67 -> 9"],
      continuous: ["W 1E 60 20", "W 1E 45 00 00 00 00 00 00", "W 1E 61 03", "W 1E 62 10", "W 1E 60 80"]),
    "LSM9DS1": Expected(
      identify: ["R 1E 0F -> 1", "R 6B 0F -> 1"],
      configure: ["W 1E 21 04", "W 1E 20 FC", "W 1E 21 00", "W 1E 23 0C", "W 1E 24 40"],
      read: ["W 1E 22 01", "R 1E A7 -> 7", "R 1E AE -> 2"],
      continuous: ["W 1E 21 04", "W 1E 20 F0", "W 1E 21 00", "W 1E 23 0C", "W 1E 24 40", "W 1E 22 00"]),
    "LIS3MDL": Expected(
      identify: ["R 1C 0F -> 1", "! 6A noAnswer", "! 6B noAnswer"],
      configure: ["W 1C 21 04", "W 1C 20 FC", "W 1C 21 00", "W 1C 23 0C", "W 1C 24 40"],
      read: ["W 1C 22 01", "R 1C A7 -> 7", "R 1C AE -> 2"],
      continuous: ["W 1C 21 04", "W 1C 20 F0", "W 1C 21 00", "W 1C 23 0C", "W 1C 24 40", "W 1C 22 00"]),
    "QMC5883L": Expected(
      identify: ["R 0D 0D -> 1", "R 0D 00 -> 2", "W 0D 0B 01", "R 0D 0B -> 1"],
      configure: ["W 0D 0A 80", "W 0D 0A 41", "W 0D 0B 01", "W 0D 09 1C"],
      read: ["W 0D 09 1D", "R 0D 06 -> 1", "R 0D 00 -> 6", "W 0D 09 1C"],
      continuous: ["W 0D 0A 80", "W 0D 0A 41", "W 0D 0B 01", "W 0D 09 11"]),
    "QMC5883P": Expected(
      identify: ["R 2C 00 -> 1"],
      configure: ["W 2C 0B 80", "W 2C 29 06", "W 2C 0B 08"],
      read: ["W 2C 0A C2", "R 2C 09 -> 1", "R 2C 01 -> 6"],
      continuous: ["W 2C 0B 80", "W 2C 29 06", "W 2C 0B 08", "W 2C 0A C1"]),
    "MMC5983MA": Expected(
      identify: ["R 30 2F -> 1"],
      configure: ["W 30 0A 80", "R 30 08 -> 1", "W 30 0A 00"],
      read: [
        "W 30 09 02", "R 30 08 -> 1", "R 30 07 -> 1", "W 30 09 08", "W 30 09 01", "R 30 08 -> 1", "R 30 00 -> 7",
        "W 30 09 10", "W 30 09 01", "R 30 08 -> 1", "R 30 00 -> 7",
      ],
      continuous: ["W 30 0A 80", "R 30 08 -> 1", "W 30 0A 00"]),
    "MMC5603": Expected(
      identify: ["R 30 39 -> 1"],
      configure: ["W 30 1C 80", "W 30 1C 00"],
      read: [
        "W 30 1B 02", "R 30 18 -> 1", "R 30 09 -> 1", "W 30 1B 08", "W 30 1B 01", "R 30 18 -> 1", "R 30 00 -> 9",
        "W 30 1B 10", "W 30 1B 01", "R 30 18 -> 1", "R 30 00 -> 9",
      ],
      continuous: ["W 30 1C 80", "W 30 1C 00"]),
    "MMC5603 without identity": Expected(
      identify: ["R 30 39 -> 1", "R 30 2F -> 1", "W 30 1B 01", "R 30 18 -> 1"],
      configure: ["W 30 1C 80", "W 30 1C 00"],
      read: [
        "W 30 1B 02", "R 30 18 -> 1", "R 30 09 -> 1", "W 30 1B 08", "W 30 1B 01", "R 30 18 -> 1", "R 30 00 -> 9",
        "W 30 1B 10", "W 30 1B 01", "R 30 18 -> 1", "R 30 00 -> 9",
      ],
      continuous: ["W 30 1C 80", "W 30 1C 00"]),
    "AK8963 in an MPU-9250": Expected(
      identify: [
        "! 0C noAnswer", "R 68 75 -> 1", "R 68 35 -> 1", "R 68 6B -> 1", "W 68 6B 01", "R 68 6A -> 1", "R 68 37 -> 1",
        "W 68 37 02", "! 69 noAnswer", "R 0C 00 -> 2",
      ],
      configure: ["W 0C 0B 01", "W 0C 0A 10", "W 0C 0A 1F", "R 0C 10 -> 3", "W 0C 0A 10"],
      read: ["W 0C 0A 11", "R 0C 02 -> 8"],
      continuous: ["W 0C 0B 01", "W 0C 0A 10", "W 0C 0A 1F", "R 0C 10 -> 3", "W 0C 0A 10", "W 0C 0A 16"]),
    "AK09916 in an ICM-20948": Expected(
      identify: [
        "! 0C noAnswer", "! 68 noAnswer", "R 69 75 -> 1", "R 69 00 -> 1", "R 69 06 -> 1", "W 69 06 01", "R 69 03 -> 1",
        "R 69 0F -> 1", "W 69 0F 02", "R 0C 00 -> 2",
      ],
      configure: ["W 0C 32 01"],
      read: ["W 0C 31 01", "R 0C 10 -> 9"],
      continuous: ["W 0C 32 01", "W 0C 31 02"]),
    "BMM150": Expected(
      identify: ["R 10 40 -> 1", "R 10 4B -> 1", "W 10 4B 01", "R 10 40 -> 1"],
      configure: [
        "W 10 4B 01", "W 10 4B 83", "R 10 5D -> 2", "R 10 62 -> 4", "R 10 68 -> 10", "W 10 51 07", "W 10 52 1A",
        "W 10 4C 06",
      ],
      read: ["W 10 4C 02", "R 10 48 -> 1", "R 10 42 -> 8"],
      continuous: [
        "W 10 4B 01", "W 10 4B 83", "R 10 5D -> 2", "R 10 62 -> 4", "R 10 68 -> 10", "W 10 51 07", "W 10 52 1A",
        "W 10 4C 00",
      ]),
  ]

  @Test(arguments: MagnetometerCase.all.filter { expected[$0.testDescription] != nil })
  func `are exactly the transfers of the datasheet`(_ chip: MagnetometerCase) throws {
    let expected = try #require(Self.expected[chip.testDescription])
    let (bus, _) = chip.bus()
    var driver = try chip.driver(on: bus)
    #expect(Self.trace(of: bus) == expected.identify)
    try driver.configure(.singleShot, on: bus)
    #expect(Self.trace(of: bus) == expected.configure)
    _ = try driver.read(on: bus)
    #expect(Self.trace(of: bus) == expected.read)
    try driver.configure(.continuous(hertz: 10), on: bus)
    #expect(Self.trace(of: bus) == expected.continuous)
  }

  @Test func `covers every magnetometer`() {
    let traced = Set(MagnetometerCase.all.filter { Self.expected[$0.testDescription] != nil }.map { $0.type.name })
    #expect(traced == Set(ChipTable.magnetometers.map { $0.name }))
  }

  private static func trace(of bus: FakeBus) -> [String] {
    defer { bus.clearTrace() }
    return bus.trace.reduce(into: []) { lines, line in
      if lines.last != line { lines.append(line) }
    }
  }
}
