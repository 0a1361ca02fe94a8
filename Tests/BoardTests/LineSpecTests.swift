import Testing
import Text

@testable import Board

/// Chips that are only told of.
private struct ToldChips: GPIOInventory {
  var told: [GPIOChip] = []
  var names: [String: [Int: String]] = [:]
  var refused: Fault?

  func chips() -> [GPIOChip] { told }
  func chipsFault() -> Fault? { refused }
  func chip(path: String) throws(Fault) -> GPIOChip {
    guard let chip = told.first(where: { $0.path == path }) else { throw Fault(.noInput, "no chip") }
    return chip
  }
  func offset(of name: String, on chip: GPIOChip) -> Int? { names[chip.path]?.first { $0.value == name }?.key }
  func lineNames(on chip: GPIOChip) -> [String] {
    (names[chip.path] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// A Raspberry Pi 4, as far as it matters here.
  static let pi = ToldChips(
    told: [
      GPIOChip(path: "/dev/gpiochip0", label: "pinctrl-bcm2711", lineCount: 58),
      GPIOChip(path: "/dev/gpiochip1", label: "raspberrypi-exp-gpio", lineCount: 8),
    ],
    names: ["/dev/gpiochip0": [2: "SDA1", 3: "SCL1", 17: "GPIO17", 27: "GPIO27"], "/dev/gpiochip1": [0: "BT_ON"]])
}

@Suite("Naming a GPIO line")
struct LineSpecTests {
  @Test(arguments: [
    ("GPIO17", LineSpec.name("GPIO17")),
    ("PIN 7", .name("PIN 7")),
    ("pinctrl-bcm2711:17", .label("pinctrl-bcm2711", offset: 17)),
    ("1e60000.gpio:bank:3", .label("1e60000.gpio:bank", offset: 3)),
    ("/dev/gpiochip0:17", .device("/dev/gpiochip0", offset: 17)),
    ("gpiochip4:0", .device("/dev/gpiochip4", offset: 0)),
    ("gpiochips:0", .label("gpiochips", offset: 0)),
  ])
  func `a line has a name, or a chip and a number`(text: String, spec: LineSpec) throws {
    #expect(try LineSpec(text) == spec)
    #expect(try LineSpec(spec.description) == spec)
  }

  @Test(arguments: ["", ":17", "pinctrl-bcm2711:", "chip:x", "chip:-1", "chip:+1", "chip:99999999999999999999", ":"])
  func `what names no line is refused, with the ways to name one`(text: String) {
    let fault = #expect(throws: Fault.self) { try LineSpec(text) }
    #expect(fault?.code == .configuration)
    #expect(fault?.remedy?.contains("GPIO17") == true)
  }

  @Test func `a number alone is refused, because it could be three different lines`() {
    let fault = #expect(throws: Fault.self) { try LineSpec("17") }
    #expect(fault?.remedy?.contains("GPIO17") == true)
  }

  @Test(arguments: [
    ("GPIO17", GPIOLinePlace(chip: "/dev/gpiochip0", offset: 17)),
    ("BT_ON", GPIOLinePlace(chip: "/dev/gpiochip1", offset: 0)),
    ("raspberrypi-exp-gpio:7", GPIOLinePlace(chip: "/dev/gpiochip1", offset: 7)),
    ("/dev/gpiochip0:57", GPIOLinePlace(chip: "/dev/gpiochip0", offset: 57)),
  ])
  func `it is found on whichever chip it is`(text: String, place: GPIOLinePlace) throws {
    #expect(try LineSpec(text).place(in: ToldChips.pi) == place)
  }

  @Test(arguments: [
    ("gpio17", "did you mean GPIO17?"),
    ("lamp", "pinctrl-bcm2711 (58 lines)"),
    ("pinctrl-rp1:17", "pinctrl-bcm2711 (58 lines), raspberrypi-exp-gpio (8 lines)"),
    ("pinctrl-bcm2711:58", "0 to 57"),
    ("gpiochip1:8", "0 to 7"),
  ])
  func `a line that is not there is told with what there is`(text: String, words: String) {
    let fault = #expect(throws: Fault.self) { try LineSpec(text).place(in: ToldChips.pi) }
    #expect(fault?.code == .noInput)
    #expect(fault?.remedy?.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test(arguments: ["GPIO17", "pinctrl-bcm2711:17"])
  func `a line that may be on a chip this user may not open is a matter of permission`(text: String) {
    let refused = Fault(.noPermission, "the chip cannot be opened", remedy: "join its group")
    let fault = #expect(throws: Fault.self) { try LineSpec(text).place(in: ToldChips(refused: refused)) }
    #expect(fault == refused)
  }

  @Test func `a board without chips is told as one, and one without names too`() {
    let none = #expect(throws: Fault.self) { try LineSpec("GPIO17").place(in: ToldChips()) }
    #expect(none?.remedy?.contains("/dev/gpiochip*") == true)
    let nameless = ToldChips(told: ToldChips.pi.told)
    let fault = #expect(throws: Fault.self) { try LineSpec("GPIO17").place(in: nameless) }
    #expect(fault?.remedy?.contains("lines have no names") == true)
  }
}

@Suite("GPIO chips of Linux")
struct GPIOChipTests {
  @Test func `what is no chip is told as that`() {
    let null = #expect(throws: Fault.self) { try GPIOChips().chip(path: "/dev/null") }
    #expect(null?.place == "/dev/null")
    #expect(null?.code == .noInput)
    #expect(null?.remedy != nil)
    let missing = #expect(throws: Fault.self) { try GPIOChips().chip(path: "/dev/gpiochip-none") }
    #expect(missing?.code == .noInput)
    #expect(missing?.cause == "No such file or directory")
  }

  @Test func `only devices that are named like chips are looked at`() {
    let folder = Folder()
    #expect(GPIOChips(devices: folder.path).chipsFault() == nil)
    folder.write("gpiochip", [])
    folder.write("gpiochipx", [])
    folder.write("null", [])
    #expect(GPIOChips(devices: folder.path).chipsFault() == nil)
    folder.write("gpiochip3", [])
    #expect(GPIOChips(devices: folder.path).chipsFault()?.place == "\(folder.path)/gpiochip3")
    #expect(GPIOChips(devices: folder.path).chips().isEmpty)
  }

  @Test func `a line on a chip that is not there cannot be taken, and says for what`() {
    let place = GPIOLinePlace(chip: "/dev/gpiochip-none", offset: 3)
    let input = #expect(throws: Fault.self) { try InputLine(place, setup: InputLine.Setup(), use: "button") }
    #expect(input?.message == "the chip of the button is gone")
    #expect(input?.place == "/dev/gpiochip-none:3")
    let output = #expect(throws: Fault.self) { try OutputLine(place, isActiveLow: true, use: "LED") }
    #expect(output?.message == "the chip of the LED is gone")
  }
}
