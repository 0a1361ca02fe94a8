import Board
import Configuration
import Glibc
import Text

/// Where the settings come from: a file that was named, else the system's file if it is there, else the defaults.
enum SettingsSource {
  /// The file that is read when none is named.
  static let systemFile = "/etc/waymark/waymark.toml"
  /// No settings file is longer.
  private static let limit = 1 << 20

  static let config = OptionSpec(
    name: "--config", value: "FILE", meaning: "settings [\(systemFile), if it is there]")

  /// The file that is read: the one that was named, else the system's, if it is there.
  static func file(_ named: String?) -> String? { named ?? (access(systemFile, F_OK) == 0 ? systemFile : nil) }

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - file: the file that was named, if any.
  ///   - console: takes all complaints but the last.
  /// - Throws: the last complaint.
  static func load(_ file: String?, _ console: Console) throws(Fault) -> Settings {
    try parse(read(file), base: Settings(), console)
  }

  /// The settings of a board: what its profile says, and the file over that.
  ///
  /// - Parameters:
  ///   - file: the file that was named, if any.
  ///   - board: the profile that was named, if any; else the file says, else the device tree.
  ///   - console: takes all complaints but the last.
  /// - Returns: the settings, and the profile if there is one.
  /// - Throws: the last complaint.
  static func load(
    _ file: String?, board: String?, _ console: Console
  ) throws(Fault) -> (settings: Settings, profile: BoardProfile?) {
    let text = try read(file)
    let name = if let board { board } else { try parse(text, base: Settings(), console).board.profile }
    let profile = try profile(name, console)
    var settings = try parse(text, base: profile?.settings ?? Settings(), console)
    settings.board.profile = profile?.name
    return (settings, profile)
  }

  private static func profile(_ name: String?, _ console: Console) throws(Fault) -> BoardProfile? {
    switch name {
    case nil, "none": return nil
    case "auto": return BoardProfile.find(compatible: DeviceTree().compatible)
    case let path? where path.contains("/"):
      let (profile, faults) = BoardProfile.parse(try bytes(path), name: path)
      try report(faults, console)
      return profile
    case let name?: return try BoardProfile.named(name)
    }
  }

  private typealias Text = (path: String, bytes: [UInt8])

  private static func read(_ file: String?) throws(Fault) -> Text? {
    guard let path = Self.file(file) else { return nil }
    return (path, try bytes(path))
  }

  private static func parse(_ text: Text?, base: Settings, _ console: Console) throws(Fault) -> Settings {
    guard let text else { return base }
    let (settings, faults) = ConfigurationFile.parse(text.bytes, path: text.path, base: base)
    try report(faults, console)
    return settings
  }

  private static func report(_ faults: [Fault], _ console: Console) throws(Fault) {
    for fault in faults.dropLast() { console.note(fault.description) }
    if let last = faults.last { throw last }
  }

  private static func bytes(_ path: String) throws(Fault) -> [UInt8] {
    do throws(Fault) {
      return try InputFile(path).readAll(limit: limit)
    } catch {
      var fault = error
      fault.code = .configuration
      throw fault
    }
  }
}
