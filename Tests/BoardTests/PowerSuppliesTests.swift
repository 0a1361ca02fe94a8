import Clocks
import Glibc
import LocationServices
import Testing

@testable import Board

@Suite struct `The supplies of the board` {
  /// A folder as the kernel has it: name of a supply, its files.
  private func folder(_ supplies: [String: [String: String]]) -> Folder {
    let folder = Folder()
    for (name, files) in supplies {
      mkdir("\(folder.path)/\(name)", 0o700)
      for (key, value) in files { folder.write("\(name)/\(key)", Array("\(value)\n".utf8)) }
    }
    return folder
  }

  struct Case: Sendable {
    var supplies: [String: [String: String]]
    var reading: PowerReading?
  }

  private static let cases: [Case] = [
    Case(supplies: [:], reading: nil),
    Case(
      supplies: ["BAT0": ["type": "Battery", "capacity": "83", "status": "Discharging", "present": "1"]],
      reading: PowerReading(isExternal: false, batteryPercent: 83)),
    Case(
      supplies: [
        "bat": ["type": "Battery", "capacity": "83", "status": "Charging"], "usb": ["type": "USB", "online": "1"],
      ],
      reading: PowerReading(isExternal: true, batteryPercent: 83)),
    // A charger that is too weak feeds the board all the same.
    Case(
      supplies: [
        "bat": ["type": "Battery", "capacity": "7", "status": "Discharging"], "ac": ["type": "Mains", "online": "1"],
      ],
      reading: PowerReading(isExternal: true, batteryPercent: 7)),
    Case(supplies: ["ac": ["type": "Mains", "online": "0"]], reading: PowerReading(isExternal: false)),
    Case(
      supplies: ["a": ["type": "Battery", "capacity": "20"], "b": ["type": "Battery", "capacity": "60"]],
      reading: PowerReading(batteryPercent: 40)),
    Case(
      supplies: [
        "a": ["type": "Battery", "capacity": "20"], "b": ["type": "Battery", "capacity": "0", "present": "0"],
      ],
      reading: PowerReading(batteryPercent: 20)),
    // A mouse, nonsense, and a supply that cannot be read.
    Case(supplies: ["hid": ["type": "Battery", "capacity": "50", "scope": "Device"]], reading: nil),
    Case(supplies: ["bat": ["type": "Battery", "capacity": "900", "status": "Unknown"]], reading: nil),
    Case(
      supplies: ["bat": ["type": "Battery", "capacity": "nan"], "usb": ["type": "USB", "online": "yes"]], reading: nil),
    Case(supplies: ["bat": [:]], reading: nil),
  ]

  @Test(arguments: cases) func `are read as one`(one: Case) {
    let folder = folder(one.supplies)
    #expect(PowerSupplies(folder: folder.path).read() == one.reading)
  }

  @Test func `are told when they change, and looked at once a minute`() {
    let folder = folder(["bat": ["type": "Battery", "capacity": "21", "status": "Discharging"]])
    var supplies = PowerSupplies(folder: folder.path)
    func look(_ second: Int64) -> PowerReading? { supplies.look(at: .zero + .seconds(second)) }
    #expect(look(1) == PowerReading(isExternal: false, batteryPercent: 21))
    folder.write("bat/capacity", Array("19\n".utf8))
    #expect(look(30) == nil)
    #expect(look(61) == PowerReading(isExternal: false, batteryPercent: 19))
    #expect(look(122) == nil)
    // Unplugged: nothing is known any more, and that is news, once.
    for key in ["type", "capacity", "status"] { unlink("\(folder.path)/bat/\(key)") }
    #expect(look(200) == PowerReading())
    #expect(look(300) == nil)
  }

  @Test func `that nobody tells of are none`() {
    var supplies = PowerSupplies(folder: "/nonexistent/power_supply")
    #expect(supplies.look(at: .zero + .seconds(1)) == nil)
    #expect(supplies.last == nil)
  }
}
