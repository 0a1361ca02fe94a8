import Configuration
import Testing
import Text

@Suite("Reading a configuration")
struct ParseTests {
  private static func faults(_ text: String) -> [String] {
    ConfigurationFile.parse(Array(text.utf8), path: "w.toml").faults.map(\.description)
  }

  @Test(arguments: ["", "\n", "# nothing\n", "[receiver]\n[storage]\n", "\u{FEFF}[receiver]\r\nspeed = 9600\r\n"])
  func `a file that sets nothing new gives the defaults`(text: String) {
    let result = ConfigurationFile.parse(Array(text.utf8), path: "w.toml")
    #expect(result.faults == [])
    #expect(result.settings == Settings())
  }

  @Test func `every key reaches its place`() {
    var expected = Settings()
    expected.board.profile = "raspberry-pi-4"
    expected.sensors.bus = "/dev/i2c-1"
    expected.sensors.motionLine = "GPIO22"
    expected.sensors.isHeadingRequired = true
    expected.sensors.isMotionRequired = true
    expected.button.line = "GPIO17"
    expected.button.isActiveLow = false
    expected.button.bias = .disabled
    expected.button.isRequired = true
    expected.led.line = "GPIO27"
    expected.led.secondLine = "GPIO5"
    expected.led.isActiveLow = true
    expected.led.isRequired = true
    expected.buzzer.line = "GPIO23"
    expected.buzzer.isActiveLow = true
    expected.receiver.findsSpeed = false
    expected.receiver.isConfigured = false
    expected.receiver.rateHertz = 5
    expected.receiver.isRequired = true
    expected.receiver.device = "/dev/ttyACM0"
    expected.receiver.speedBaud = 115_200
    expected.receiver.silenceAfterSeconds = 30
    expected.storage.data = "/mnt/usb/waymark"
    expected.storage.tracks = "/media/card/tracks"
    expected.storage.commitEverySeconds = 10
    expected.control.socket = "/tmp/waymark.sock"
    expected.recording.keep = .rule
    expected.recording.minimumIntervalSeconds = 2.5
    expected.recording.minimumDistanceMeters = 20
    expected.recording.maximumIntervalSeconds = 300
    expected.recording.accuracyFactor = 2
    expected.recording.turnDegrees = 45
    expected.recording.heartbeatSeconds = 600
    expected.recording.settleSeconds = 10
    expected.recording.activity = .fitness
    expected.recording.gapAfterSeconds = 30
    expected.recording.gapDistanceMeters = 500
    expected.location.desiredAccuracy = .hundredMeters
    expected.location.maySleep = false
    expected.location.pausesAutomatically = false
    expected.location.onCharger = .highAccuracy
    expected.location.batteryLowPercent = 30
    expected.trip.resumeWithinHours = 12
    var text = ""
    for section in SettingsSection.allCases {
      text += "[\(section.rawValue)]\n"
      for key in section.keys { text += "\(key.name) = \(key.example)\n" }
    }
    let result = ConfigurationFile.parse(Array(text.utf8), path: "w.toml")
    #expect(result.faults == [])
    #expect(result.settings == expected)
  }

  @Test func `dotted keys and inline tables are the same as sections`() {
    let text = "receiver.speed = 4800\nstorage = { data = '/a' }\n[trip]\nresume_within_h = 0\n"
    let result = ConfigurationFile.parse(Array(text.utf8), path: "w.toml")
    #expect(result.faults == [])
    #expect(result.settings.receiver.speedBaud == 4_800)
    #expect(result.settings.storage.data == "/a")
    #expect(result.settings.trip.resumeWithinHours == 0)
  }

  @Test func `a whole number is taken where a number is meant, not the other way round`() {
    #expect(Self.faults("[trip]\nresume_within_h = 3\n") == [])
    #expect(
      Self.faults("[receiver]\nspeed = 9600.0\n") == [
        """
        w.toml:2:9: [receiver] speed must be 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800 or 921600 baud, \
        not 9600.0; write `speed = 9600`
        """
      ])
  }

  @Test(arguments: [
    ("[reciever]\nspeed = 1\n", "w.toml:1:2: unknown section [reciever]; did you mean [receiver]?"),
    (
      "[weather]\n",
      "w.toml:1:2: unknown section [weather]; the sections are board, receiver, sensors, button, led, buzzer, storage, "
        + "control, recording, location, trip"
    ),
    ("[[recievers]]\n", "w.toml:1:3: unknown section [recievers]; did you mean [receiver]?"),
    (
      "[socket]\n",
      "w.toml:1:2: unknown section [socket]; socket is a key of [control]: write `socket = \"/tmp/waymark.sock\"` below that"
    ),
    (
      "receiver = 5\n",
      "w.toml:1:1: receiver is a section and takes no value of its own; write [receiver] once on a line and its keys below it"
    ),
    (
      "[[trip]]\nresume_within_h = 1\n",
      "w.toml:1:3: trip is a section and takes no value of its own; write [trip] once on a line and its keys below it"
    ),
    ("device = \"/dev/x\"\n", "w.toml:1:1: device stands outside of any section; write [receiver] on a line above it"),
    ("divice = \"/dev/x\"\n", "w.toml:1:1: divice stands outside of any section; did you mean device in [receiver]?"),
    (
      "q = 1\n",
      "w.toml:1:1: q stands outside of any section; remove it; `waymark config reference` shows all keys"
    ),
  ])
  func `a wrong section is named with its place and a remedy`(text: String, line: String) {
    #expect(Self.faults(text) == [line])
  }

  @Test(arguments: [
    ("[receiver]\n  spede = 9600\n", "w.toml:2:3: unknown key spede in [receiver]; did you mean speed?"),
    ("[receiver]\nSpeed = 9600\n", "w.toml:2:1: unknown key Speed in [receiver]; did you mean speed?"),
    ("[receiver]\nsilence = 5\n", "w.toml:2:1: unknown key silence in [receiver]; did you mean silence_after_s?"),
    ("[receiver]\nsocket = '/x'\n", "w.toml:2:1: unknown key socket in [receiver]; it belongs into [control]"),
    (
      "[receiver]\nsockets = '/x'\n", "w.toml:2:1: unknown key sockets in [receiver]; did you mean socket in [control]?"
    ),
    (
      "[receiver]\ncolour = 1\n",
      "w.toml:2:1: unknown key colour in [receiver]; the keys of [receiver] are device, speed, find_speed, configure, "
        + "rate_hz, required, silence_after_s"
    ),
    (
      "[storage]\nactive_low = true\n",
      "w.toml:2:1: unknown key active_low in [storage]; it belongs into [button], [led] or [buzzer]"
    ),
  ])
  func `an unknown key is an error with a suggestion`(text: String, line: String) {
    #expect(Self.faults(text) == [line])
  }

  @Test(arguments: [
    ("5", "5; write it like `device = \"/dev/ttyACM0\"`"), ("true", "true; write it like `device = \"/dev/ttyACM0\"`"),
    ("[1]", "a list; write it like `device = \"/dev/ttyACM0\"`"),
    ("{ a = 1 }", "a table; write it like `device = \"/dev/ttyACM0\"`"),
    ("2026-01-01", "a date or time; write it like `device = \"/dev/ttyACM0\"`"),
    ("\"\"", "empty; write `device = \"/dev/ttyACM0\"`, or remove the line for the default"),
    ("\"ttyS0\"", "\"ttyS0\"; write it from / on, like `device = \"/dev/ttyACM0\"`"),
    ("\"~/x\"", "\"~/x\"; write the path of the home folder in full"),
  ])
  func `a path must be an absolute path`(value: String, ending: String) {
    #expect(
      Self.faults("[receiver]\ndevice = \(value)\n") == [
        "w.toml:2:10: [receiver] device must be an absolute path, not \(ending)"
      ])
  }

  @Test func `a path may be as long as the system takes it and holds no control characters`() {
    let fits = "/" + String(repeating: "a", count: 106)
    #expect(Self.faults("[control]\nsocket = \"\(fits)\"\n") == [])
    #expect(Self.faults("[control]\nsocket = \"\(fits)b\"\n").first?.hasSuffix("; choose a shorter path") == true)
    #expect(
      Self.faults("[storage]\ntracks = \"/a\\u001bb\"\n") == [
        "w.toml:2:10: [storage] tracks holds a control character: /a\\u{1b}b; remove that character"
      ])
  }

  @Test(arguments: [
    ("1.5", "1.5; the least is `silence_after_s = 2`"), ("-7", "-7; the least is `silence_after_s = 2`"),
    ("3601", "3601; the most is `silence_after_s = 3600`"), ("1e300", "1e+300; the most is `silence_after_s = 3600`"),
    ("9223372036854775807", "9223372036854775807; the most is `silence_after_s = 3600`"),
    ("nan", "nan; write it like `silence_after_s = 30`"), ("inf", "inf; write it like `silence_after_s = 30`"),
    ("-inf", "-inf; write it like `silence_after_s = 30`"),
    ("\"30\"", "\"30\"; write `silence_after_s = 30`, without quotes"),
    ("\"soon\"", "\"soon\"; write it like `silence_after_s = 30`"),
    ("false", "false; write it like `silence_after_s = 30`"),
  ])
  func `a number must be one and in range`(value: String, ending: String) {
    let result = ConfigurationFile.parse(Array("[receiver]\nsilence_after_s = \(value)\n".utf8), path: "w.toml")
    #expect(
      result.faults.map(\.description) == [
        "w.toml:2:19: [receiver] silence_after_s must be a number from 2 to 3600 seconds, not \(ending)"
      ])
    #expect(result.faults.first?.code == .configuration)
    #expect(result.settings == Settings())
  }

  @Test func `the ends of every range are taken, and what is just beyond is not`() {
    for key in SettingsKey.all {
      let numbers = key.domain.split(separator: " ").compactMap { Double($0) }
      guard key.domain.hasPrefix("a number"), numbers.count == 2 else { continue }
      // The longest interval must stay above the shortest, whose largest value is as large.
      let before = key.name == "min_interval_s" ? "max_interval_s = 86400\n" : ""
      for (value, isTaken) in [
        (numbers[0], true), (numbers[1], true), (numbers[0].nextDown, false), (numbers[1].nextUp, false),
      ] {
        let faults = Self.faults("[\(key.section.rawValue)]\n\(before)\(key.name) = \(value)\n")
        #expect(faults.isEmpty == isTaken, "\(key.name) = \(value): \(faults)")
      }
    }
  }

  @Test(arguments: [
    ("\"Rule\"", "\"Rule\"; did you mean \"rule\"?"), ("\"none\"", "\"none\"; write it like `keep = \"rule\"`"),
    ("true", "true; write it like `keep = \"rule\"`"), ("\"\"", "empty; write it like `keep = \"rule\"`"),
  ])
  func `a word must be one of those there are`(value: String, ending: String) {
    #expect(
      Self.faults("[recording]\nkeep = \(value)\n") == [
        "w.toml:2:8: [recording] keep must be \"all\" or \"rule\", not \(ending)"
      ])
  }

  @Test(arguments: [
    ("max_interval_s = 5\nmin_interval_s = 10\n", 2), ("min_interval_s = 61\n", 2),
    ("\nmax_interval_s = 1\nmin_interval_s = 2\n", 3),
  ])
  func `intervals that contradict each other are found`(lines: String, line: Int) {
    let faults = Self.faults("[recording]\n" + lines)
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix("w.toml:\(line):18: [recording] max_interval_s (") == true, "\(faults)")
  }

  @Test func `all complaints are collected in the order of the text`() {
    let text = """
      [storage]
      data = "x"
      commit_every_s = soon
      [receiver]
      spede = 9600
      speed = 9601
      [trips]
      a = 1
      """
    let places = ConfigurationFile.parse(Array(text.utf8), path: "w.toml").faults.map(\.place)
    #expect(places == ["w.toml:2:8", "w.toml:3:18", "w.toml:5:1", "w.toml:6:9", "w.toml:7:2"])
  }

  @Test func `a key with a complaint keeps its default and the others count`() {
    let settings = ConfigurationFile.parse(
      Array("[receiver]\nspeed = 1\ndevice = \"/dev/x\"\n".utf8), path: "w.toml"
    ).settings
    #expect(settings.receiver.speedBaud == 9_600)
    #expect(settings.receiver.device == "/dev/x")
  }
}
