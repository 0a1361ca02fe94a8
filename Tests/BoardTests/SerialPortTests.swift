import Clocks
import Glibc
import Testing
import Text

@testable import Board

@Suite("The receiver's line")
struct SerialPortTests {
  @Test func `a pseudo terminal gives the bytes as they are`() throws {
    let pseudo = Pseudo()
    let port = try SerialPort(path: pseudo.path, speedBaud: 9_600)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard case .nothing = port.read(into: &buffer) else {
      Issue.record("a quiet line gave something")
      return
    }
    // Every byte value: nothing may be translated, echoed or swallowed.
    let bytes = (0...255).map { UInt8($0) }
    _ = write(pseudo.master, bytes, bytes.count)
    var got: [UInt8] = []
    for _ in 0..<100 where got.count < 256 {
      if case .bytes(let count) = port.read(into: &buffer) { got += buffer[..<count] } else { usleep(1_000) }
    }
    #expect(got == bytes)
  }

  @Test func `a line that hangs up is gone, with a remedy`() throws {
    let pseudo = Pseudo()
    let port = try SerialPort(path: pseudo.path, speedBaud: 9_600)
    pseudo.hangUp()
    var buffer = [UInt8](repeating: 0, count: 64)
    guard case .gone(let fault) = port.read(into: &buffer) else {
      Issue.record("the line is not gone")
      return
    }
    #expect(fault.code == .noInput)
    #expect(fault.remedy != nil)
  }

  @Test func `a line in use names its holder`() throws {
    let pseudo = Pseudo()
    let port = try SerialPort(path: pseudo.path, speedBaud: 9_600)
    let fault = #expect(throws: Fault.self) { try SerialPort(path: pseudo.path, speedBaud: 9_600) }
    #expect(fault?.code == .tryAgain)
    #expect(fault?.message.contains("process \(getpid())") == true, "\(String(describing: fault))")
    withExtendedLifetime(port) {}
  }

  @Test func `what is no terminal is a fault with a remedy`() {
    let folder = Folder()
    folder.write("log.nmea", [])
    mkfifo("\(folder.path)/pipe", 0o600)
    for path in ["\(folder.path)/log.nmea", "\(folder.path)/pipe", folder.path, "/dev/null"] {
      let fault = #expect(throws: Fault.self) { try SerialPort(path: path, speedBaud: 9_600) }
      #expect(fault?.code == .noInput)
      #expect(fault?.remedy != nil)
      #expect(fault?.place == path)
    }
  }

  @Test func `a missing device is a fault that says so`() {
    let fault = #expect(throws: Fault.self) { try SerialPort(path: "/dev/no-such-receiver", speedBaud: 9_600) }
    #expect(fault?.code == .noInput)
    #expect(fault?.cause == "No such file or directory")
  }

  @Test func `tries come after 1 s, then ever less often, up to 30 s`() {
    var backOff = BackOff()
    let waits = (0..<7).map { _ in backOff.next().seconds }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30])
    backOff.reset()
    #expect(backOff.next() == .seconds(1))
  }
}

@Suite("The event loop")
struct EventLoopTests {
  @Test func `a deadline ends the wait, early or long past`() throws {
    let loop = try EventLoop()
    let start = HostClock.now()
    try loop.wait(until: start + .milliseconds(30)) { _ in Issue.record("nothing is watched") }
    #expect(HostClock.now() - start >= .milliseconds(30))
    // The same deadline again, which is past by now, must fire again.
    try loop.wait(until: start + .milliseconds(30)) { _ in Issue.record("nothing is watched") }
    try loop.wait(until: Instant(boot: 0)) { _ in Issue.record("nothing is watched") }
    #expect(HostClock.now() - start < .seconds(5))
  }

  @Test func `bytes end the wait, and once means once`() throws {
    let loop = try EventLoop()
    let pseudo = Pseudo()
    let port = try SerialPort(path: pseudo.path, speedBaud: 9_600)
    let token = EventLoop.Token(7)
    try loop.add(port.descriptor, token: token, interest: EventLoop.Interest(once: true))
    pseudo.say("$GP")
    var seen: [EventLoop.Token] = []
    try loop.wait(until: HostClock.now() + .seconds(5)) { seen.append($0.token) }
    #expect(seen == [token])
    pseudo.say("RMC")
    try loop.wait(until: HostClock.now() + .milliseconds(20)) { seen.append($0.token) }
    #expect(seen == [token])
    loop.change(port.descriptor, token: token, interest: EventLoop.Interest(once: true))
    try loop.wait(until: HostClock.now() + .seconds(5)) { seen.append($0.token) }
    #expect(seen == [token, token])
  }

  @Test func `the boot has an id, and a wrong one is a fault`() throws {
    #expect(try HostClock.bootID() == HostClock.bootID())
    #expect(throws: Fault.self) { try HostClock.bootID(path: "/dev/null") }
    #expect(throws: Fault.self) { try HostClock.bootID(path: "/nonexistent") }
  }
}
