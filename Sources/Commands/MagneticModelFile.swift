import Geodesy
import Glibc
import Text

/// Where the magnetic model comes from: a file that was named, that of the system, or what is built in.
enum MagneticModelFile {
  /// Where a later model takes the place of the one that is built in.
  static let system = "/usr/share/waymark/WMM.COF"

  /// Ten times the file of WMMHR.
  private static let longest = 5_000_000

  /// Reads the model.
  ///
  /// - Parameter path: a file; nil for that of the system, or what is built in where there is none.
  /// - Throws: a fault with the line that is wrong.
  static func read(_ path: String?) throws(Fault) -> MagneticModel {
    if let path { return try read(file: path, remedy: "take the .COF file as it is published") }
    if access(system, F_OK) == 0 {
      return try read(file: system, remedy: "put the .COF file there as it is published, or remove it")
    }
    do throws(MagneticModelError) {
      return try .builtIn()
    } catch {
      throw Fault(.software, "the magnetic model that is built in \(error)", place: "line \(error.line)")
    }
  }

  private static func read(file path: String, remedy: String) throws(Fault) -> MagneticModel {
    let bytes = try InputFile(path).readAll(limit: longest)
    do throws(MagneticModelError) {
      return try MagneticModel(coefficients: bytes)
    } catch {
      let name = path == "-" ? "standard input" : path
      throw Fault(.data, error.description, remedy: remedy, place: "\(name):\(error.line)")
    }
  }
}
