// The chips on the emulated board's I2C bus: `emulated-chips --chip lis3mdl@1c ...`; `--list` prints those there are,
// each with what Waymark calls the chips in it.
//
// `i2c-cuse` sends each transfer to standard input and takes the answer from standard output; its head comment has the
// protocol. A transfer to the address 0xFF carries a line of text, see `BusControl`.
import Glibc
import Sensors
import Simulation

let controlAddress: UInt8 = 0xFF

if CommandLine.arguments.dropFirst().elementsEqual(["--list"]) {
  for kind in ModelKind.all {
    print("\(kind.name)@\(String(kind.address, radix: 16)) \(kind.chips.joined(separator: " "))")
  }
  exit(0)
}
var placed: [PlacedModel] = []
do {
  placed = try PlacedModel.parse(CommandLine.arguments.dropFirst())
} catch {
  let line = Array("emulated-chips: \(error.message)\n".utf8)
  _ = write(2, line, line.count)
  exit(64)
}

let bus = FakeBus(chips: placed.flatMap(\.chips))
var control = BusControl(placed)
let pipes = TransferPipes()
let start = ContinuousClock.now

while let request = pipes.next() {
  bus.advance(to: ContinuousClock.now - start)
  control.turn(to: ContinuousClock.now - start)
  let answered: Bool
  if request.address == controlAddress {
    answered = pipes.answer(status: control.obey(String(decoding: request.written, as: UTF8.self)) ? 0 : EINVAL)
  } else {
    do {
      let bytes = try bus.transfer(to: request.address, writing: request.written, reading: request.count)
      answered = pipes.answer(bytes)
    } catch {
      answered = pipes.answer(status: error.errorNumber)
    }
    // Nobody reads the trace here, and a board may run for hours.
    bus.clearTrace()
  }
  if !answered { break }
}
