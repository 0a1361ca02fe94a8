import Clocks
import Configuration
import Glibc
import Text

/// What only a person at the board can tell: whether the LED blinks, and whether a press arrives.
public struct HandTrial {
  /// How long a press is waited for.
  private static let patience = Duration.seconds(10)

  private let settings: Settings

  /// A trial with these parts.
  public init(_ settings: Settings) { self.settings = settings }

  /// Blinks the LED five times.
  ///
  /// - Returns: whether there is one that could be driven.
  public func blink() -> Bool {
    guard let name = settings.led.line, let place = try? LineSpec(name).place(),
      let lamp = try? OutputLine(place, isActiveLow: settings.led.isActiveLow, use: "doctor")
    else { return false }
    for _ in 0..<5 {
      for isLit in [true, false] {
        guard (try? lamp.light(isLit)) != nil else { return false }
        usleep(200_000)
      }
    }
    return true
  }

  /// Waits for a press.
  ///
  /// - Returns: whether one came; nil if there is no button whose line can be had.
  public func awaitPress() -> Bool? {
    let setup = InputLine.Setup(settings.button)
    guard let name = settings.button.line, let place = try? LineSpec(name).place(),
      let line = try? InputLine(place, setup: setup, use: "doctor")
    else { return nil }
    let end = HostClock.now() + Self.patience
    while case let left = end - HostClock.now(), left > .zero {
      var poll = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(left.nanoseconds / 1_000_000)) > 0 else { continue }
      while let edge = try? line.nextEdge() {
        if edge.isActive { return true }
      }
    }
    return false
  }

  /// What the person saw, as a finding.
  public static func finding(ledSeen: Bool?) -> Finding {
    switch ledSeen {
    case true?: Finding("gpio.led_seen", .good, "the LED blinks")
    case false?:
      Finding(
        "gpio.led_seen", .fault, "the LED does not blink",
        remedy: "turn it around (the long leg goes to the resistor), and check pin and [led] active_low")
    case nil: Finding("gpio.led_seen", .note, "nobody said whether the LED blinks")
    }
  }

  /// What came of waiting for a press, as a finding.
  public static func finding(pressed: Bool?) -> Finding {
    switch pressed {
    case true?: Finding("gpio.button_seen", .good, "the button was pressed")
    case false?:
      Finding(
        "gpio.button_seen", .fault, "no press arrived within 10 s",
        remedy: "check the button's two wires, its pin, and [button] active_low")
    case nil: Finding("gpio.button_seen", .note, "the button was not tried")
    }
  }
}
