extension SettingsKey {
  /// The keys of the board and its parts; first in the reference, because a beginner wires before anything else.
  static let partKeys: [SettingsKey] = [
    SettingsKey(
      .board, "profile",
      .text(\.board.profile, "\"auto\", \"none\", the name of a board, or the path of a profile", absent: "no profile"),
      example: "\"raspberry-pi-4\"",
      meaning: """
        What board this is: sets where the parts are wired, unless this file does. "auto" asks the device tree. See \
        board/README.md.
        """),
    SettingsKey(
      .sensors, "bus",
      .optionalPath(\.sensors.bus, maximumBytes: longestPath, absent: "that of the board, or no sensors"),
      example: "\"/dev/i2c-1\"", meaning: "The I2C bus of the magnetometer and the accelerometer."),
    SettingsKey(
      .sensors, "motion_line", .text(\.sensors.motionLine, lineDomain, absent: "not wired"), example: "\"GPIO22\"",
      meaning: "The line that the accelerometer pulls when it is moved: it lets the board sleep until then."),
    SettingsKey(
      .sensors, "heading_required", .flag(\.sensors.isHeadingRequired), example: "true",
      meaning: "Whether the logger refuses to start without a compass."),
    SettingsKey(
      .sensors, "motion_required", .flag(\.sensors.isMotionRequired), example: "true",
      meaning: "Whether the logger refuses to start without an accelerometer."),
    SettingsKey(
      .button, "line", .text(\.button.line, lineDomain, absent: "that of the board, or no button"),
      example: "\"GPIO17\"", meaning: "Where the button is wired."),
    SettingsKey(
      .button, "active_low", .flag(\.button.isActiveLow), example: "false",
      meaning: "Whether a press connects the line with ground."),
    SettingsKey(
      .button, "bias", .word(\.button.bias), example: "\"none\"",
      meaning: "The resistor inside the board that holds the line while nobody presses."),
    SettingsKey(
      .button, "required", .flag(\.button.isRequired), example: "true",
      meaning: "Whether the logger refuses to start without the button's line."),
    SettingsKey(
      .led, "line", .text(\.led.line, lineDomain, absent: "that of the board, or no LED"), example: "\"GPIO27\"",
      meaning: "Where the LED is wired."),
    SettingsKey(
      .led, "second_line", .text(\.led.secondLine, lineDomain, absent: "none"), example: "\"GPIO5\"",
      meaning: """
        A second LED. It then shows what lasts, such as no fix or a fault, and the first one what a press is answered with.
        """),
    SettingsKey(
      .led, "active_low", .flag(\.led.isActiveLow), example: "true",
      meaning: "Whether the LED is lit while the line is at ground."),
    SettingsKey(
      .led, "required", .flag(\.led.isRequired), example: "true",
      meaning: "Whether the logger refuses to start without the LED's line."),
    SettingsKey(
      .buzzer, "line", .text(\.buzzer.line, lineDomain, absent: "none"), example: "\"GPIO23\"",
      meaning: "Where a buzzer is wired that sounds with each answer to a press."),
    SettingsKey(
      .buzzer, "active_low", .flag(\.buzzer.isActiveLow), example: "true",
      meaning: "Whether the buzzer sounds while the line is at ground."),
  ]

  /// How a line is named.
  static let lineDomain =
    "\"none\", the name of a line, or a chip's label and an offset such as \"pinctrl-bcm2711:17\""
}
