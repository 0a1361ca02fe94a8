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
    guard let path = Self.file(file) else { return Settings() }
    let bytes: [UInt8]
    do throws(Fault) {
      bytes = try InputFile(path).readAll(limit: limit)
    } catch {
      var fault = error
      fault.code = .configuration
      throw fault
    }
    let (settings, faults) = ConfigurationFile.parse(bytes, path: path)
    for fault in faults.dropLast() { console.note(fault.description) }
    if let last = faults.last { throw last }
    return settings
  }
}
