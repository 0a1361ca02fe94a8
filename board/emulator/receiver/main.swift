// A receiver that answers: `emulated-receiver MODEL BAUD LINE PORT`
//
// LINE and PORT are the descriptors of a pseudo terminal: it talks on LINE, and learns from PORT, the end that the board
// has open, what the board's serial port is set to. Standard input takes orders, a line each:
//
//     deaf on|off            what the board sends does not arrive
//     stays-asleep on|off    nothing wakes it
//     ignores-sleep on|off   it does not fall asleep
//     refuses on|off         it refuses commands
//     restart                a moment without power
//
// Standard output tells what becomes of it, a line each: `awake`, `asleep`, `baud N`, `period MILLISECONDS`, `heard N`
// messages of its own language and `foreign N` of others.
import Clocks
import Glibc
import Simulation

func complain(_ text: String) -> Never {
  let line = Array("emulated-receiver: \(text)\n".utf8)
  _ = write(2, line, line.count)
  exit(64)
}

let words = CommandLine.arguments
guard words.count == 5, let model = ReceiverTwin.Model(rawValue: words[1]), let baud = Int(words[2]),
  let line = Int32(words[3]), let port = Int32(words[4])
else {
  let models = ReceiverTwin.Model.allCases.map(\.rawValue).joined(separator: ", ")
  complain("usage: emulated-receiver MODEL BAUD LINE PORT; the models are \(models)")
}

let clock = ContinuousClock()
let start = clock.now
var now: Instant { .zero + (clock.now - start) }
var twin = ReceiverTwin(model, baud: baud)
var news = ReceiverNewsroom()
var orders: [UInt8] = []
var buffer = [UInt8](repeating: 0, count: 1024)
news.tell(twin.body)

while true {
  var watched = [pollfd(fd: line, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
  // Bytes leave in small pieces, as they do on a wire, and the port's speed may change at any time.
  let pause = twin.nextDeadline.map { min(max($0 - now, .milliseconds(1)), .milliseconds(20)) } ?? .milliseconds(20)
  _ = poll(&watched, 2, Int32(pause / .milliseconds(1)))

  if watched[0].revents != 0 {
    let count = read(line, &buffer, buffer.count)
    if count > 0 { twin.receive(Array(buffer[..<count]), hostBaud: portSpeed(port), at: now) }
  }
  if watched[1].revents != 0 {
    let count = read(0, &buffer, buffer.count)
    if count <= 0 { exit(0) }
    orders += buffer[..<count]
    while let end = orders.firstIndex(of: UInt8(ascii: "\n")) {
      obey(String(decoding: orders[..<end], as: UTF8.self), &twin, at: now)
      orders.removeFirst(end + 1)
    }
  }
  let said = twin.transmit(hostBaud: portSpeed(port), at: now)
  if !said.isEmpty { send(said, on: line, port: port) }
  news.tell(twin.body)
}
