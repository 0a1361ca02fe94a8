import Configuration
import Testing
import Text

@Suite("Settings as a file")
struct RoundTripTests {
  @Test func `settings that are written out read back as the same`() {
    for seed in UInt64(1)...500 {
      var random = Seeded(seed: seed)
      let settings = Settings.random(using: &random)
      let text = ConfigurationFile.render(settings)
      let result = ConfigurationFile.parse(Array(text.utf8), path: "w.toml")
      #expect(result.faults == [], "seed \(seed)")
      #expect(result.settings == settings, "seed \(seed):\n\(text)")
    }
  }

  @Test func `the defaults show every key`() {
    let lines = ConfigurationFile.render(Settings()).split(separator: "\n")
    for key in SettingsKey.all {
      #expect(lines.contains { $0.hasPrefix("\(key.name) = ") || $0.hasPrefix("#\(key.name) = ") }, "\(key.name)")
    }
  }

  @Test func `an optional path that is not set stays a remark`() {
    #expect(ConfigurationFile.render(Settings()).contains("\n#tracks = "))
  }
}

extension Settings {
  /// Any settings that are allowed.
  static func random(using random: inout Seeded) -> Settings {
    var settings = Settings()
    settings.receiver.device = path(98, using: &random)
    settings.receiver.speedBaud = [4_800, 9_600, 57_600, 921_600].randomElement(using: &random) ?? 9_600
    settings.receiver.silenceAfterSeconds = .random(in: 2...3_600, using: &random)
    settings.storage.data = path(1_000, using: &random)
    settings.storage.tracks = Bool.random(using: &random) ? path(200, using: &random) : nil
    settings.storage.commitEverySeconds = .random(in: 1...3_600, using: &random)
    settings.control.socket = path(20, using: &random)
    settings.recording.keep = Recording.Keep.allCases.randomElement(using: &random) ?? .all
    settings.recording.minimumIntervalSeconds = .random(in: 0...100, using: &random)
    settings.recording.maximumIntervalSeconds = .random(in: 100...86_400, using: &random)
    settings.recording.minimumDistanceMeters = Double(Int.random(in: 0...100_000, using: &random))
    settings.recording.accuracyFactor = .random(in: 0...10, using: &random)
    settings.recording.turnDegrees = .random(in: 5...180, using: &random)
    settings.recording.heartbeatSeconds = .random(in: 60...86_400, using: &random)
    settings.recording.settleSeconds = .random(in: 0...300, using: &random)
    settings.recording.activity = Recording.Activity.allCases.randomElement(using: &random) ?? .other
    settings.recording.gapAfterSeconds = .random(in: 2...86_400, using: &random)
    settings.recording.gapDistanceMeters = .random(in: 10...1_000_000, using: &random)
    settings.compass.forwardAxis = [.plusX, .minusX, .minusY].randomElement(using: &random) ?? .plusX
    settings.compass.upAxis = [.plusZ, .minusZ].randomElement(using: &random) ?? .plusZ
    settings.compass.headingOrientation = Compass.Side.allCases.randomElement(using: &random) ?? .front
    settings.compass.headingFilterDegrees = .random(in: 0...180, using: &random)
    settings.compass.logHeading = Compass.Log.allCases.randomElement(using: &random) ?? .tags
    settings.trip.resumeWithinHours = Double.random(in: 0...1, using: &random) * 1e-6
    return settings
  }

  private static func path(_ longest: Int, using random: inout Seeded) -> String {
    let letters = Array("abc/ \"'\\#=[]\u{E9}\u{20AC}\u{1F6F0}~")
    return "/.x/../"
      + String(
        (0..<Int.random(in: 0..<longest, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
  }
}
