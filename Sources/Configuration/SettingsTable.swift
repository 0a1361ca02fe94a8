extension SettingsKey {
  /// Every key there is, section by section. A new setting is a property of ``Settings`` and an entry here.
  public static let all: [SettingsKey] = partKeys + loggerKeys

  private static let loggerKeys: [SettingsKey] = [
    SettingsKey(
      .receiver, "device", .path(\.receiver.device, maximumBytes: longestPath), example: "\"/dev/ttyACM0\"",
      meaning: "The serial port of the receiver, or any other tty."),
    SettingsKey(
      .receiver, "speed", .oneOf(speeds, \.receiver.speedBaud), unit: .baud, example: "115200",
      meaning: "The speed of the port. A pseudo terminal has none and takes any."),
    SettingsKey(
      .receiver, "find_speed", .flag(\.receiver.findsSpeed), example: "false",
      meaning: "Whether other speeds are tried while nothing that makes sense comes at this one."),
    SettingsKey(
      .receiver, "configure", .flag(\.receiver.isConfigured), example: "false",
      meaning: """
        Whether the receiver is asked who it is, and one that is known is told what to send. With false nothing is ever \
        sent to it.
        """),
    SettingsKey(
      .receiver, "rate_hz", .number(0.1...10, \.receiver.rateHertz), unit: .hertz, example: "5",
      meaning: "How many fixes a second the receiver shall send, if it can be told."),
    SettingsKey(
      .receiver, "required", .flag(\.receiver.isRequired), example: "true",
      meaning: "Whether the logger refuses to start while the receiver's line cannot be opened."),
    SettingsKey(
      .receiver, "silence_after_s", .number(2...3_600, \.receiver.silenceAfterSeconds), unit: .seconds, example: "30",
      meaning: "After this time without a byte the receiver counts as silent."),
    SettingsKey(
      .storage, "data", .path(\.storage.data, maximumBytes: longestPath), example: "\"/mnt/usb/waymark\"",
      meaning: "The folder of the journal. It is made if it is not there."),
    SettingsKey(
      .storage, "tracks",
      .optionalPath(\.storage.tracks, maximumBytes: longestPath, absent: "the folder tracks in the data folder"),
      example: "\"/media/card/tracks\"",
      meaning: "The folder of the GPX and CSV files, such as one on a card that a Windows machine can read."),
    SettingsKey(
      .storage, "commit_every_s", .number(1...3_600, \.storage.commitEverySeconds), unit: .seconds, example: "10",
      meaning: """
        The longest that a fix stays in memory before it is written: what a pulled plug can take. Tags are always written \
        at once. Shorter wears the card more.
        """),
    SettingsKey(
      .control, "socket", .path(\.control.socket, maximumBytes: longestSocketPath),
      example: "\"/tmp/waymark.sock\"",
      meaning: "The control socket, through which the other commands ask the daemon."),
    SettingsKey(
      .recording, "keep", .word(\.recording.keep), example: "\"rule\"",
      meaning: """
        Which fixes are kept: "all" of them, or those that make the track, as the "rule" of the next keys picks them. See \
        docs/recording.md.
        """),
    SettingsKey(
      .recording, "min_interval_s", .number(0...86_400, \.recording.minimumIntervalSeconds), unit: .seconds,
      example: "2.5", meaning: "With the rule, two fixes that are kept are never closer in time than this."),
    SettingsKey(
      .recording, "min_distance_m", .number(0...100_000, \.recording.minimumDistanceMeters), unit: .meters,
      example: "20", meaning: "With the rule, a fix must be this far from the one kept before it."),
    SettingsKey(
      .recording, "max_interval_s", .number(1...86_400, \.recording.maximumIntervalSeconds), unit: .seconds,
      example: "300",
      meaning: "With the rule, a fix is kept after this time whatever the distance. Not less than min_interval_s."),
    SettingsKey(
      .recording, "accuracy_factor", .number(0...10, \.recording.accuracyFactor), example: "2",
      meaning: """
        With the rule, a fix must also be this many times its own accuracy away from the one kept before it. It scales the \
        circle too within which nothing counts as moving: with 0 nothing ever rests.
        """),
    SettingsKey(
      .recording, "turn_degrees", .number(5...180, \.recording.turnDegrees), unit: .degrees, example: "45",
      meaning: "With the rule, a turn by this angle is kept, so that corners stay where they are."),
    SettingsKey(
      .recording, "heartbeat_s", .number(60...86_400, \.recording.heartbeatSeconds), unit: .seconds, example: "600",
      meaning: "With the rule, this often a fix is kept while nothing moves, as a sign of life."),
    SettingsKey(
      .recording, "settle_s", .number(0...300, \.recording.settleSeconds), unit: .seconds, example: "10",
      meaning: """
        With the rule, the first fixes after a start are given this time to settle, and up to three times as long while \
        they get better. Tags do not wait for it.
        """),
    SettingsKey(
      .recording, "activity_type", .word(\.recording.activity), example: "\"fitness\"",
      meaning: """
        What moves. A jump that would take more than 100 m/s, or 350 m/s "airborne", is an outlier unless the receiver's \
        own speed confirms it: it is kept in the journal, marked, and is no part of the track.
        """),
    SettingsKey(
      .recording, "gap_after_s", .number(2...86_400, \.recording.gapAfterSeconds), unit: .seconds, example: "30",
      meaning: """
        This long without a fix is a gap: it is recorded, and the next fix begins a new segment of the track. It grows to \
        three times the usual interval of the fixes where they come more seldom.
        """),
    SettingsKey(
      .recording, "gap_distance_m", .number(10...1_000_000, \.recording.gapDistanceMeters), unit: .meters,
      example: "500", meaning: "This far between two fixes, with some missing between them, is a gap too."),
    SettingsKey(
      .location, "desired_accuracy", .word(\.location.desiredAccuracy), example: "\"100m\"",
      meaning: """
        How exactly places are wanted in auto mode. With "best" and "best_for_navigation" a moving receiver is always \
        fully on, with "10m" it may track in short bursts, with more it may sleep between two looks. See docs/power.md.
        """),
    SettingsKey(
      .location, "sleep", .flag(\.location.maySleep), example: "false",
      meaning: "Whether the receiver may sleep while places are wanted. With false only the mode off lets it."),
    SettingsKey(
      .location, "pause", .flag(\.location.pausesAutomatically), example: "false",
      meaning: "Whether the receiver sleeps in auto mode while nothing moves, until something does."),
    SettingsKey(
      .location, "on_charger", .word(\.location.onCharger), example: "\"high_accuracy\"",
      meaning: "What auto mode does while the board is fed from outside, where that is known."),
    SettingsKey(
      .location, "battery_low_percent", .number(0...100, \.location.batteryLowPercent), unit: .percent, example: "30",
      meaning:
        "With less in the battery auto mode looks for significant changes only, where that is known. 0 for never."),
    SettingsKey(
      .trip, "resume_within_h", .number(0...8_760, \.trip.resumeWithinHours), unit: .hours, example: "12",
      meaning: "A restart, or a silence, of up to this time belongs to the trip; a longer one ends it."),
  ]

  /// PATH_MAX of Linux without its final zero (limits.h).
  static let longestPath = 4_095
  /// `sun_path` of Linux without its final zero (unix(7)).
  private static let longestSocketPath = 107
  /// The speeds that receivers use and termios(3) knows.
  private static let speeds = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]
}
