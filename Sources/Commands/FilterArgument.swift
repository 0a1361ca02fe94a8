import Configuration
import Text

/// The value of `--filter`: keys of the section `[recording]` with other values, as in `keep=rule,min_distance_m=10`.
///
/// It goes through the same table as the configuration file, so that names, ranges and complaints are the same.
enum FilterArgument {
  /// Reads the value.
  ///
  /// - Returns: the settings in force, with these keys changed.
  /// - Throws: a usage fault for the first key or value that does not fit.
  static func parse(_ text: String) throws(Fault) -> Settings {
    var lines = "[recording]\n"
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, isWord(parts[0]), isWord(parts[1]) else {
        throw Fault(
          .usage, "`\(pair)` is no key with a value for --filter", remedy: "write --filter keep=rule,min_distance_m=10")
      }
      let isNumber = Double(parts[1]) != nil || parts[1] == "true" || parts[1] == "false"
      lines += "\(parts[0]) = \(isNumber ? String(parts[1]) : "\"\(parts[1])\"")\n"
    }
    let (settings, faults) = ConfigurationFile.parse(Array(lines.utf8), path: "--filter")
    if var fault = faults.first {
      fault.code = .usage
      fault.place = "--filter"
      throw fault
    }
    return settings
  }

  /// Whether nothing in it could end a line of TOML or a text in it.
  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "+"):
          true
        default: false
        }
      }
  }
}
