import Glibc
import Simulation
import TrackFiles

/// The tracks of a folder, and the made-up week.
enum TrackFolder {
  /// All truths, by name.
  static func truths(in folder: String?, only: String?, seed: UInt64) -> [(name: String, truth: GroundTruth)] {
    var truths: [(String, GroundTruth)] = []
    for name in names(in: folder) {
      let short = String(name.dropLast(4))
      if let only, !short.hasPrefix(only) { continue }
      guard let folder, let truth = truth("\(folder)/\(name)") else { continue }
      truths.append((short, truth))
    }
    for life in [GroundTruth.Life.week, .stillDay] where only == nil || life.rawValue.hasPrefix(only ?? "") {
      truths.append((life.rawValue, .madeUp(life, seed: seed)))
    }
    return truths
  }

  private static func names(in folder: String?) -> [String] {
    guard let folder, let stream = opendir(folder) else {
      print("skipped: there are no shared tracks\(folder.map { " in \($0)" } ?? "")")
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".csv") { names.append(name) }
    }
    return names.sorted()
  }

  private static func truth(_ path: String) -> GroundTruth? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    var reader = TrackCSVReader()
    var events: [TrackEvent] = []
    guard (try? reader.push(bytes) { events.append($0) }) != nil,
      (try? reader.finish { events.append($0) }) != nil
    else { return nil }
    return GroundTruth(events)
  }
}
