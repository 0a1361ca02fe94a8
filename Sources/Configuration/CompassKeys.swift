extension SettingsKey {
  /// The keys of the compass.
  static let compassKeys: [SettingsKey] = [
    SettingsKey(
      .compass, "forward_axis", .word(\.compass.forwardAxis), example: "\"-y\"",
      meaning: """
        Which axis of the sensor board, as it is printed beside the chips, points to the front of the device: "+x" where \
        the arrow of x points there, "-x" where it points to the back.
        """),
    SettingsKey(
      .compass, "up_axis", .word(\.compass.upAxis), example: "\"-z\"",
      meaning: """
        Which axis of the sensor board points to the top of the device: "+z" where it lies with its chips up, "-z" where \
        they face down, another where it stands on an edge. Never the letter of forward_axis. A calibration belongs to \
        these two axes: with others the compass has to be calibrated anew.
        """),
    SettingsKey(
      .compass, "heading_orientation", .word(\.compass.headingOrientation), example: "\"bottom\"",
      meaning: """
        The side of the device whose direction is the heading. "front" for one that is carried level; for one that is \
        worn upright, with its front edge up, "top" or "bottom", whichever looks ahead.
        """),
    SettingsKey(
      .compass, "heading_filter_degrees", .number(0...180, \.compass.headingFilterDegrees), unit: .degrees,
      example: "5",
      meaning: """
        Who follows the heading is told when it has changed by this much, and noise is not taken for a change. With 0 \
        every measurement is told, ten a second.
        """),
    SettingsKey(
      .compass, "log_heading", .word(\.compass.logHeading), example: "\"fixes\"",
      meaning: """
        Which headings are kept: that at each tag, with "fixes" also that at each fix that is kept, for which the chips \
        are woken each time; or none.
        """),
  ]
}
