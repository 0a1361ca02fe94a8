import BoardFiles
import Text

/// What is known of a board: where its parts are wired, what its boot configuration must say, and what it draws. A TOML
/// file of `board/`, whose README explains the keys.
public struct BoardProfile: Equatable, Sendable {
  /// What it is called on the command line; for a file of one's own, its path.
  public var name: String
  /// `[profile] title`: what it is called by people.
  public var title = ""
  /// `[profile] compatible`: its names in `compatible` of the device tree (Devicetree Specification 0.4, 2.3.1).
  public var compatible: [String] = []
  /// `[profile] gpio_chip`: the label of the chip with its lines.
  public var chip: String?
  /// `[boot] file`: the file of the boot configuration.
  public var bootFile: String?
  /// `[boot] lines`: the lines that must be in it.
  public var bootLines: [String] = []
  /// `[boot] note`: what else is needed.
  public var bootNote: String?
  /// `[power] idle_ma`: what it draws at 5 V with nothing to do, milliampere.
  public var idleMilliamperes: Double?
  /// `[power] source`: who says so.
  public var powerSource: String?
  /// `[power] off_ma`: what it draws at 5 V after it has cut its own power to come back at a time; nil if it cannot.
  public var offMilliamperes: Double?
  /// `[power] boot_s`: from the power until Waymark runs, seconds.
  public var bootSeconds: Double?
  /// `[power] boot_ma`: what it draws at 5 V while it boots, milliampere.
  public var bootMilliamperes: Double?
  /// What cutting its own power costs it; nil if it cannot, or if one of the figures is not known.
  public var timedPowerOff: TimedPowerOff? {
    guard let offMilliamperes, let bootSeconds, let bootMilliamperes else { return nil }
    return TimedPowerOff(
      offMilliamperes: offMilliamperes, bootSeconds: bootSeconds, bootMilliamperes: bootMilliamperes)
  }
  /// What it sets; the user's file wins.
  public var settings = Settings()

  /// Every profile that the program brings along, by name. Checked by the tests, so that nothing here can be broken.
  public static let builtIn: [BoardProfile] = BoardFiles.all.map { name, toml in parse(toml, name: name).profile }

  /// The profile of the board whose device tree says it is compatible with these, the most specific first.
  ///
  /// - Parameter compatible: the strings of `/proc/device-tree/compatible`.
  public static func find(compatible: [String]) -> BoardProfile? {
    for name in compatible {
      if let profile = builtIn.first(where: { $0.compatible.contains(name) }) { return profile }
    }
    return nil
  }

  /// The built-in profile of this name.
  ///
  /// - Throws: 78 with the names there are.
  public static func named(_ name: String) throws(Fault) -> BoardProfile {
    if let profile = builtIn.first(where: { $0.name == name }) { return profile }
    let names = builtIn.map(\.name)
    let near = names.nearest(to: name).map { "did you mean \($0)? " } ?? ""
    throw Fault(
      .configuration, "there is no board called \(name.shortened)",
      remedy: "\(near)the boards are \(names.joined(separator: ", ")); a path takes a profile of your own")
  }

  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - text: the file's bytes; any bytes at all.
  ///   - name: the board's name, or the file's path; also for the places of complaints.
  /// - Returns: the profile, and what is wrong. With any fault the profile must not be used.
  public static func parse(_ text: [UInt8], name: String) -> (profile: BoardProfile, faults: [Fault]) {
    var reader = BoardProfileReader(name: name)
    if let complaint = ConfigurationFile.complaintAboutFile(text) {
      return (reader.profile, [complaint.fault(path: name)])
    }
    let (document, syntax) = ConfigurationFile.parseTolerantly(text)
    if let document { reader.read(document.entries) }
    let complaints = (syntax + reader.complaints).sorted { $0.place < $1.place }
    return (reader.profile, complaints.map { $0.fault(path: name) })
  }
}
