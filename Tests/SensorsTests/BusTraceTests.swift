import Simulation
import Testing

@testable import Sensors

@Suite struct `What goes over the wires` {
  @Test(arguments: MagnetometerCase.all) func trace(_ chip: MagnetometerCase) throws {
    let (bus, _) = chip.bus()
    var driver = try chip.driver(on: bus)
    let a = bus.trace; bus.clearTrace()
    try driver.configure(.singleShot, on: bus)
    let b = bus.trace; bus.clearTrace()
    _ = try driver.read(on: bus)
    let c = bus.trace; bus.clearTrace()
    try driver.configure(.continuous(hertz: 10), on: bus)
    let d = bus.trace
    print("TRACE \(chip.testDescription)\n  identify \(a)\n  configure \(b)\n  read \(c)\n  continuous \(d)")
  }
}
