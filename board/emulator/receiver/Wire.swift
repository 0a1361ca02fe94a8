import Clocks
import Glibc
import Simulation

/// What a port is set to, in baud.
func portSpeed(_ port: Int32) -> Int {
  var settings = termios()
  guard tcgetattr(port, &settings) == 0 else { return 9_600 }
  switch cfgetospeed(&settings) {
  case speed_t(B4800): return 4_800
  case speed_t(B19200): return 19_200
  case speed_t(B38400): return 38_400
  case speed_t(B57600): return 57_600
  case speed_t(B115200): return 115_200
  case speed_t(B230400): return 230_400
  case speed_t(B460800): return 460_800
  case speed_t(B921600): return 921_600
  default: return 9_600
  }
}

/// Puts bytes on the wire. As on a real one they are lost where nobody takes them.
func send(_ bytes: [UInt8], on line: Int32, port: Int32) {
  var waiting: Int32 = 0
  // Nobody has read what was sent before: nobody has the port open.
  if ioctl(port, UInt(FIONREAD), &waiting) == 0, waiting > 512 { tcflush(port, TCIFLUSH) }
  _ = write(line, bytes, bytes.count)
}

/// Does what a line says.
func obey(_ order: String, _ twin: inout ReceiverTwin, at instant: Instant) {
  let words = order.split(separator: " ")
  let isOn = words.last == "on"
  switch words.first {
  case "deaf": twin.faults.isDeaf = isOn
  case "stays-asleep": twin.faults.staysAsleep = isOn
  case "ignores-sleep": twin.faults.ignoresSleep = isOn
  case "refuses": twin.faults.refuses = isOn
  case "restart": twin.restart(at: instant)
  default: complain("not understood: \(order)")
  }
}

/// Tells on standard output what is new of a receiver.
struct ReceiverNewsroom {
  private var told: [String: String] = [:]

  /// Tells it.
  mutating func tell(_ body: TwinBody) {
    tell("power", body.isAwake ? "awake" : "asleep")
    tell("baud", "baud \(body.settings.baud)")
    tell("period", "period \(body.settings.periodMilliseconds)")
    tell("heard", "heard \(body.heard.count)")
    tell("foreign", "foreign \(body.foreign.count)")
  }

  private mutating func tell(_ what: String, _ text: String) {
    guard told[what] != text else { return }
    told[what] = text
    let line = Array("\(text)\n".utf8)
    _ = write(1, line, line.count)
  }
}
