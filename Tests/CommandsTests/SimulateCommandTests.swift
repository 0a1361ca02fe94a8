import Simulation
import Testing
import Text

@testable import Commands

@Suite struct `Policies on the command line` {
  @Test(arguments: [
    ("auto", PowerPolicy.auto), ("always-on", .alwaysOn), ("interval:60", .interval(seconds: 60)),
    ("interval:2.5", .interval(seconds: 2.5)), ("meshtastic", .meshtastic(updateSeconds: 120)),
    ("meshtastic:300", .meshtastic(updateSeconds: 300)),
  ])
  func `are called by their names`(name: String, policy: PowerPolicy) throws {
    #expect(try PowerPolicy.named(name) == policy)
  }

  @Test(arguments: [
    "", "Auto", "auto:1", "interval", "interval:", "interval:0", "interval:-5", "interval:nan", "interval:1e9",
    "interval:60:60", "meshtastic:x", "always-on:3",
  ])
  func `that are none are told with those there are`(name: String) {
    do throws(Fault) {
      _ = try PowerPolicy.named(name)
      Issue.record("`\(name)` is no policy")
    } catch {
      #expect(error.code == .usage)
      #expect(error.remedy?.contains("interval:60") == true)
    }
  }
}

@Suite struct `A receiver on the command line` {
  @Test func `is one of those that come along`() throws {
    #expect(try ReceiverFile.load("max-m10s").language == "ubloxM10")
  }

  @Test(arguments: ["max-m10", "/nonexistent/receiver.toml", "receiver.toml"])
  func `that is not there is told`(name: String) {
    do throws(Fault) {
      _ = try ReceiverFile.load(name)
      Issue.record("there is no `\(name)`")
    } catch {
      #expect(error.code == .configuration || error.code == .noInput)
      #expect(error.remedy != nil)
    }
  }
}
