import Text

/// A part of the board that may be wired, broken or absent. The receiver is watched apart: ``Link``.
public enum Part: String, Sendable, CaseIterable {
  /// The button.
  case button
  /// The light.
  case led
  /// A second light that shows the same.
  case secondLED = "second_led"
  /// The buzzer.
  case buzzer
  /// The line on which the receiver marks full seconds.
  case pulse
  /// The chip that feels the Earth's field.
  case magnetometer
  /// The chip that feels gravity and being moved.
  case accelerometer
}

/// How a part is; the board tells each change once.
public enum PartState: Equatable, Sendable {
  /// It works; `label` names it, such as `LIS3MDL at 0x1E`.
  case working(label: String)
  /// It is configured and does not work, for this reason; the board tries again by itself.
  case failing(Fault)
}

/// Keeps how each part is. A part that nobody wired is in no state at all.
struct PartWatch: Sendable {
  private(set) var states: [Part: PartState] = [:]

  mutating func take(_ state: PartState, of part: Part) { states[part] = state }

  /// Whether a part is there and works.
  func isWorking(_ part: Part) -> Bool {
    if case .working? = states[part] { true } else { false }
  }

  /// Whether the person with the board should be told that a part does not work. A light cannot tell of itself.
  var isFailing: Bool {
    [Part.button, .magnetometer, .accelerometer].contains { if case .failing? = states[$0] { true } else { false } }
  }

  /// Whether a heading can be had: it needs the field and which way is down.
  var headingAvailable: Bool { isWorking(.magnetometer) && isWorking(.accelerometer) }

  /// Whether the board can be woken by being moved.
  var motionAvailable: Bool { isWorking(.accelerometer) }
}
