import Clocks
import Geodesy
import Glibc
import Text

@testable import GNSS

/// A stream of a receiver.
struct Recording: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8]
  var assumedDate: CivilDate?

  var description: String { name }
  var options: ReceiverDecoder.Options { .init(assumedDate: assumedDate, isLive: false) }

  /// Made here, one for each habit of receivers: the order of sentences, the rate, what comes only sometimes.
  static let made: [Recording] = [
    make("u-blox, 1 Hz", period: 1_000) { [.rmc, .vtg, .gga, .gsa, .gsa] + ($0 % 5 == 0 ? [] : []) + [.gll] },
    make("MediaTek, 10 Hz", period: 100) { _ in [.gga, .rmc, .vtg] },
    make("SiRF, GSA every fifth second", period: 1_000) {
      $0 % 5 == 0 ? [.gga, .gsa, .rmc, .vtg] : [.gga, .rmc, .vtg]
    },
    make("Quectel, ZDA first and GST last", period: 1_000) { _ in [.zda, .rmc, .gga, .gsa, .gst] },
    make("RMC alone, 5 Hz", period: 200) { _ in [.rmc] },
    make("GNS and GLL over midnight", period: 1_000, start: 1_709_164_770_000) { _ in [.gns, .gll, .zda] },
  ]

  /// Recorded ones, where they are at hand: `shared/cases/nmea/logs` beside the package, or under WAYMARK_SHARED.
  static let recorded: [Recording] = {
    guard let folder = sharedFolder else {
      print("recorded logs are left out: there is no ../shared beside the package and WAYMARK_SHARED is not set")
      return []
    }
    let logs = folder + "/cases/nmea/logs"
    return files(in: logs).filter { $0.hasSuffix(".log") }.compactMap { file in
      guard let bytes = contents(of: "\(logs)/\(file)") else { return nil }
      let needsDate = file == "adddate.log" || file == "days-forward.log"
      return Recording(
        name: file, bytes: bytes, assumedDate: needsDate ? CivilDate(year: 2019, month: 3, day: 8) : nil)
    }
  }()

  static let all = made + recorded

  private static func make(
    _ name: String, period: Int64, start: Int64 = 1_764_500_400_000, count: Int = 90,
    _ cycle: (Int) -> [NMEAEncoder.Sentence]
  ) -> Recording {
    let encoder = NMEAEncoder()
    var writer = ByteWriter()
    for index in 0..<count {
      let fix = walk(index, at: UnixTime(milliseconds: start + Int64(index) * period))
      for sentence in cycle(index) { encoder.put(sentence, of: fix, to: &writer) }
    }
    return Recording(name: name, bytes: writer.bytes)
  }

  /// A walk to the north-east, with a few seconds without a fix.
  private static func walk(_ index: Int, at time: UnixTime) -> Fix {
    var fix = Fix()
    fix.time = UTCStamp(time, .satellites)
    fix.mode = .none
    if index % 30 == 17 { return fix }
    fix.mode = .threeDimensional
    fix.quality = .autonomous
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_285_233_500 + Int64(index) * 8_391,
      longitudeNanodegrees: 8_565_265_100 + Int64(index) * 12_577)
    fix.altMSLMeters = 499.5 + Double(index % 7) / 10
    fix.geoidSeparationMeters = 48
    fix.altHAEMeters = 547.5 + Double(index % 7) / 10
    fix.speedMetersPerSecond = 1.4
    fix.trackDegrees = 45.5
    fix.satellitesUsed = 9
    fix.dilution.horizontal = 0.9
    fix.dilution.position = 1.7
    fix.dilution.vertical = 1.4
    fix.horizontalAccuracyMeters = 3.2
    fix.verticalAccuracyMeters = 5
    return fix
  }
}

private let sharedFolder: String? = {
  var candidates: [String] = []
  if let variable = getenv("WAYMARK_SHARED") { candidates.append(String(cString: variable)) }
  // .../<package>/Tests/GNSSTests/Support/Recordings.swift
  candidates.append(#filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/shared")
  return candidates.first { access($0 + "/cases/nmea/logs", R_OK) == 0 }
}()

private func files(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      })
  }
  return names.sorted()
}

private func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// How many seeds a property is tried with: few by default, WAYMARK_SEEDS for more.
let seeds: Range<Int> = {
  if let variable = getenv("WAYMARK_SEEDS"), let count = Int(String(cString: variable)), count > 0 { return 0..<count }
  return 0..<12
}()
