import Glibc
import Testing
import Text

@testable import Board

@Suite("Turning the power off")
struct PowerSwitchTests {
  @Test func `a program that succeeds is no fault`() throws {
    try PowerSwitch.run(["true"])
  }

  @Test(arguments: [("false", Fault.Code.noPermission), ("no-such-program-anywhere", .unavailable)])
  func `a program that fails or is not there is told with a remedy`(program: String, code: Fault.Code) {
    let fault = #expect(throws: Fault.self) { try PowerSwitch.run([program]) }
    #expect(fault?.code == code)
    #expect(fault?.remedy != nil)
  }

  @Test func `the program can be stopped by signals that the board has blocked`() {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // Succeeds only if its own SIGTERM does not reach it.
    #expect(throws: Fault.self) { try PowerSwitch.run(["sh", "-c", "kill -TERM $$"]) }
  }

  @Test func `in a terminal or a test the power stays on`() {
    let fault = #expect(throws: Fault.self) { try PowerSwitch.off() }
    #expect(fault?.code == .unavailable)
  }
}
