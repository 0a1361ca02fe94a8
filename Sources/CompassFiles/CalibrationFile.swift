import Clocks
import Compass
import Journal
import Text

/// A calibration as one readable JSON object. Numbers that must come back exactly are lists in a text, each the shortest
/// decimal that reads back as the same double.
public enum CalibrationFile {
  /// No file of a calibration is longer, bytes.
  public static let maximumBytes = 65_536

  /// The file.
  public static func bytes(_ calibration: Calibration) -> [UInt8] {
    var line = members(calibration)
    line.put("checksum", checksum(calibration))
    return line.finish()
  }

  /// CRC-32C of the object as it is written here without this member, so that white space and the order of members
  /// do not matter, and every number does.
  private static func checksum(_ calibration: Calibration) -> String {
    var line = members(calibration)
    var checksum = CRC32C()
    checksum.update(line.finish()[...])
    let digits = String(checksum.value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func members(_ calibration: Calibration) -> JSONLine {
    var line = JSONLine()
    line.put("version", Calibration.version)
    line.put("chip", calibration.chipKey)
    line.put("time", calibration.unixSeconds.flatMap(time)?.description)
    line.put("temperature_c", calibration.temperatureCelsius, decimals: 1)
    line.put("used_model", calibration.usedPrior)
    line.put("attitudes", calibration.attitudes)
    line.put("coverage_percent", calibration.coveragePercent, decimals: 1)
    line.put("predicted_accuracy_deg", calibration.predictedDegrees, decimals: 3)
    line.put("verdict", verdict(limited: calibration.isTiltLimited))
    line.put("limited", calibration.isTiltLimited)
    line.put("field_uT", calibration.parameters.values[12], decimals: 3)
    line.put("dip_deg", calibration.parameters.values[13] * 180 / .pi, decimals: 3)
    line.put("noise", list([calibration.noise.fieldMicrotesla, calibration.noise.accelerationG]))
    let tilt = calibration.tilt
    line.put("tilt", list([tilt.axis.x, tilt.axis.y, tilt.axis.z, tilt.degrees]))
    line.put("parameters", list(calibration.parameters.values))
    line.put("covariance", list(calibration.covariance))
    return line
  }

  /// Reads a file.
  ///
  /// - Parameter path: for the places of faults.
  /// - Throws: 65 for anything that is not a whole calibration of this version.
  public static func read(_ bytes: [UInt8], path: String) throws(Fault) -> Calibration {
    let members: [String: FlatJSON.Value]
    do throws(Fault) {
      members = try FlatJSON.object(bytes[...])
    } catch {
      throw damaged("it is no JSON object", path, cause: error.message)
    }
    guard case .number(let value)? = members["version"], let version = Int(exactly: value) else {
      throw damaged("it has no version", path)
    }
    guard version == Calibration.version else {
      throw Fault(
        .data, "the calibration is of version \(version), and this program knows \(Calibration.version)",
        remedy: "calibrate anew, or use the program that made it", place: path)
    }
    func numbers(_ key: String, count: Int) throws(Fault) -> [Double] {
      guard case .text(let text)? = members[key] else { throw damaged("it has no \(key)", path) }
      let values = text.split(separator: " ").map { Double($0) ?? .nan }
      guard values.count == count, values.allSatisfy(\.isFinite) else {
        throw damaged("\(key) are not \(count) numbers", path)
      }
      return values
    }
    func number(_ key: String) throws(Fault) -> Double {
      guard case .number(let number)? = members[key] else { throw damaged("it has no \(key)", path) }
      return number
    }
    func word(_ key: String) throws(Fault) -> String {
      guard case .text(let text)? = members[key] else { throw damaged("it has no \(key)", path) }
      return text
    }
    func flag(_ key: String) throws(Fault) -> Bool {
      guard case .flag(let flag)? = members[key] else { throw damaged("it has no \(key)", path) }
      return flag
    }
    let chip = try word("chip")
    guard try word("verdict") == verdict(limited: try flag("limited")) else {
      throw damaged("its verdict is that of another", path)
    }
    let size = CalibrationParameters.count
    let noise = try numbers("noise", count: 2)
    let tilt = try numbers("tilt", count: 4)
    var seconds: Double?
    switch members["time"] {
    case nil, .null: break
    case .text(let text):
      guard let time = UnixTime(iso: text) else { throw damaged("its time is none", path) }
      seconds = Double(time.milliseconds) / 1_000
    default: throw damaged("its time is none", path)
    }
    var celsius: Double?
    switch members["temperature_c"] {
    case nil, .null: break
    case .number(let number) where (-100...200).contains(number): celsius = number
    default: throw damaged("its temperature is none", path)
    }
    guard let parameters = CalibrationParameters(values: try numbers("parameters", count: size)),
      let attitudes = Int(exactly: try number("attitudes")),
      let calibration = Calibration(
        parameters: parameters, covariance: try numbers("covariance", count: size * (size + 1) / 2),
        noise: SensorNoise(fieldMicrotesla: noise[0], accelerationG: noise[1]), chipKey: chip, unixSeconds: seconds,
        temperatureCelsius: celsius, usedPrior: try flag("used_model"), coveragePercent: try number("coverage_percent"),
        tilt: TiltSpan(axis: SIMD3(tilt[0], tilt[1], tilt[2]), degrees: tilt[3]), isTiltLimited: try flag("limited"),
        predictedDegrees: try number("predicted_accuracy_deg"), attitudes: attitudes)
    else { throw damaged("its numbers cannot be those of a calibration", path) }
    guard try word("checksum") == checksum(calibration) else {
      throw damaged("its checksum is not that of its numbers: it was damaged, or changed by hand", path)
    }
    return calibration
  }

  private static func damaged(_ what: String, _ path: String, cause: String? = nil) -> Fault {
    Fault(
      .data, "this is no calibration: \(what)", remedy: "make one with `waymark compass fit`, or calibrate anew",
      cause: cause, place: path)
  }

  private static func verdict(limited: Bool) -> String { limited ? "accepted-limited" : "accepted" }

  private static func list(_ values: [Double]) -> String { values.map { "\($0)" }.joined(separator: " ") }

  private static func time(_ unixSeconds: Double) -> UnixTime? {
    Int64(exactly: (unixSeconds * 1_000).rounded()).map { UnixTime(milliseconds: $0) }
  }
}
