import Compass
import Glibc
import Journal
import Text

/// Keeps the calibration of each compass in two files of the data folder that are written in turn, so that whenever the
/// power fails one of them is whole: the new calibration or the one before.
struct CalibrationStore {
  private static let magic = "waymark-calibration 1"
  private static let names = ["compass-a.cal", "compass-b.cal"]
  /// How many compasses are remembered; the one that was calibrated longest ago goes.
  private static let capacity = 8

  private let folder: String

  /// What a file says.
  private struct Page {
    var generation: UInt64
    /// Oldest first.
    var calibrations: [Calibration]
  }

  init(folder: String) { self.folder = folder }

  /// The calibration of a compass; nil if there is none that is whole.
  func load(key: String) -> Calibration? {
    pages().max { $0.page.generation < $1.page.generation }?.page.calibrations.last { $0.chipKey == key }
  }

  /// Keeps a calibration in place of the one with its key. When it returns, it survives a pulled plug.
  ///
  /// - Throws: 73, 74 or 77 if it cannot be written; the old one is still there then.
  func save(_ calibration: Calibration) throws(Fault) {
    let known = pages().max { $0.page.generation < $1.page.generation }
    var page = known?.page ?? Page(generation: 0, calibrations: [])
    page.generation &+= 1
    page.calibrations.removeAll { $0.chipKey == calibration.chipKey }
    page.calibrations.append(calibration)
    page.calibrations = page.calibrations.suffix(Self.capacity)
    // Never over the newest whole one.
    let name = known?.name == Self.names[0] ? Self.names[1] : Self.names[0]
    try write(Self.encoded(page), to: "\(folder)/\(name)")
  }

  private func pages() -> [(name: String, page: Page)] {
    Self.names.compactMap { name in
      SmallFile.text("\(folder)/\(name)").flatMap(Self.page).map { (name, $0) }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Fault) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard file >= 0 else { throw .system(.cannotCreate, "the calibration cannot be saved", place: path) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .system(.inputOutput, "the calibration cannot be saved", place: path)
      }
    }
    guard fsync(file) == 0 else { throw .system(.inputOutput, "the calibration cannot be saved", place: path) }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    guard fsync(directory) == 0 else {
      throw .system(.inputOutput, "the calibration cannot be saved", place: folder)
    }
  }

  // MARK: - The format: a line each of words, numbers as the bits of doubles so that they come back exactly

  private static func encoded(_ page: Page) -> [UInt8] {
    var text = "\(magic)\n\(page.generation)\n"
    for calibration in page.calibrations {
      text += String(calibration.chipKey.map { $0 == "\n" ? " " : $0 }) + "\n"
      text += numbers(calibration).map { String($0.bitPattern, radix: 16) }.joined(separator: " ") + "\n"
    }
    return Array((text + endLine(text) + "\n").utf8)
  }

  private static func endLine(_ text: String) -> String {
    var checksum = CRC32C()
    checksum.update(Array(text.utf8)[...])
    return "end \(String(checksum.value, radix: 16))"
  }

  private static func page(_ text: String) -> Page? {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard all.count >= 4, all.last == "", let end = all.dropLast().last else { return nil }
    let lines = all.dropLast(2)
    guard end == endLine(lines.map { "\($0)\n" }.joined()) else { return nil }
    guard lines.count >= 2, lines.count % 2 == 0, lines[0] == magic, let generation = UInt64(lines[1]) else {
      return nil
    }
    var calibrations: [Calibration] = []
    for index in stride(from: 2, to: lines.count, by: 2) {
      let values = lines[index + 1].split(separator: " ").compactMap { UInt64($0, radix: 16) }
        .map(Double.init(bitPattern:))
      guard let calibration = calibration(key: lines[index], values) else { return nil }
      calibrations.append(calibration)
    }
    return Page(generation: generation, calibrations: calibrations)
  }

  private static func numbers(_ calibration: Calibration) -> [Double] {
    [
      calibration.noise.fieldMicrotesla, calibration.noise.accelerationG, calibration.unixSeconds ?? .nan,
      calibration.temperatureCelsius ?? .nan, calibration.usedPrior ? 1 : 0, calibration.coveragePercent,
      calibration.tilt.axis.x, calibration.tilt.axis.y, calibration.tilt.axis.z, calibration.tilt.degrees,
      calibration.isTiltLimited ? 1 : 0, calibration.predictedDegrees, Double(calibration.attitudes),
    ] + calibration.parameters.values + calibration.covariance
  }

  private static func calibration(key: String, _ numbers: [Double]) -> Calibration? {
    let count = CalibrationParameters.count
    guard numbers.count == 13 + count + count * (count + 1) / 2, let attitudes = Int(exactly: numbers[12]),
      let parameters = CalibrationParameters(values: Array(numbers[13..<(13 + count)]))
    else { return nil }
    func known(_ number: Double) -> Double? { number.isFinite ? number : nil }
    return Calibration(
      parameters: parameters, covariance: Array(numbers[(13 + count)...]),
      noise: SensorNoise(fieldMicrotesla: numbers[0], accelerationG: numbers[1]), chipKey: key,
      unixSeconds: known(numbers[2]), temperatureCelsius: known(numbers[3]), usedPrior: numbers[4] != 0,
      coveragePercent: numbers[5],
      tilt: TiltSpan(axis: SIMD3(numbers[6], numbers[7], numbers[8]), degrees: numbers[9]),
      isTiltLimited: numbers[10] != 0, predictedDegrees: numbers[11], attitudes: attitudes)
  }
}
