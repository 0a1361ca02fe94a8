/// The parts of a board as they are set: what is wired where. A board profile sets them first, the user's file wins.
extension Settings {
  /// The board itself.
  public struct Board: Equatable, Sendable {
    /// `profile`: `auto` asks the device tree; else the name of a profile or the path of one; nil for none.
    public var profile: String? = "auto"

    /// Defaults.
    public init() {}
  }

  /// The magnetometer and the accelerometer.
  public struct Sensors: Equatable, Sendable {
    /// `bus`: the I2C bus; nil means that there are no sensors.
    public var bus: String?
    /// `motion_line`: the line that the accelerometer pulls when it is moved; nil if it is not wired.
    public var motionLine: String?
    /// `heading_required`: whether the logger refuses to start without a compass.
    public var isHeadingRequired = false
    /// `motion_required`: whether the logger refuses to start without an accelerometer.
    public var isMotionRequired = false

    /// Defaults.
    public init() {}
  }

  /// The button.
  public struct Button: Equatable, Sendable {
    /// What holds the line while nobody presses.
    public enum Bias: String, Sendable, CaseIterable {
      /// The resistor inside the board, to 3.3 V.
      case pullUp = "pull_up"
      /// The resistor inside the board, to ground.
      case pullDown = "pull_down"
      /// A resistor outside.
      case disabled = "none"
    }

    /// `line`: where it is wired; nil if there is none.
    public var line: String?
    /// `active_low`: whether a press pulls the line to ground.
    public var isActiveLow = true
    /// `bias`: what holds the line while nobody presses.
    public var bias = Bias.pullUp
    /// `required`: whether the logger refuses to start without it.
    public var isRequired = false

    /// Defaults.
    public init() {}
  }

  /// The light.
  public struct LED: Equatable, Sendable {
    /// `line`: where it is wired; nil if there is none.
    public var line: String?
    /// `second_line`: one that shows what lasts, so that the first has only the answers; nil if there is none.
    public var secondLine: String?
    /// `active_low`: whether it is lit when the line is at ground.
    public var isActiveLow = false
    /// `required`: whether the logger refuses to start without it.
    public var isRequired = false

    /// Defaults.
    public init() {}
  }

  /// A buzzer that sounds with the answers to a press and with alerts.
  public struct Buzzer: Equatable, Sendable {
    /// `line`: where it is wired; nil if there is none.
    public var line: String?
    /// `active_low`: whether it sounds when the line is at ground.
    public var isActiveLow = false

    /// Defaults.
    public init() {}
  }
}
