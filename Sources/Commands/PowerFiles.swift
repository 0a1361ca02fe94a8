import Configuration
import Simulation
import Text
import TrackFiles

/// A receiver by its name, or from a file of one's own.
enum ReceiverFile {
  private static let sizeLimit = 1 << 16

  static func load(_ name: String) throws(Fault) -> ReceiverEnergy {
    guard name.contains("/") || name.hasSuffix(".toml") else { return try .named(name) }
    let (receiver, faults) = ReceiverEnergy.parse(try InputFile(name).readAll(limit: sizeLimit), name: name)
    if let fault = faults.first { throw fault }
    return receiver
  }
}

/// A track to be carried through: a file, or a life that is made up.
enum TruthFile {
  private static let sizeLimit = 1 << 28

  static func load(_ name: String, seed: UInt64, _ console: Console) throws(Fault) -> GroundTruth {
    if let life = GroundTruth.Life(rawValue: name) { return .madeUp(life, seed: seed) }
    let bytes = try InputFile(name).readAll(limit: sizeLimit)
    var events: [TrackEvent] = []
    var skipped = SkippedRows()
    do throws(Fault) {
      switch TrackFormat.detect(firstBytes: Array(bytes.prefix(4_096))) {
      case .csv:
        var reader = TrackCSVReader()
        try reader.push(bytes) { events.append($0) }
        try reader.finish { events.append($0) }
        skipped = reader.skipped
      case .gpx:
        var reader = GPXTrackReader()
        try reader.push(bytes) { events.append($0) }
        try reader.finish { events.append($0) }
        skipped = reader.skipped
      case .nmea, .unknown:
        throw Fault(.data, "is no track CSV and no GPX", remedy: "export the track to one of them")
      }
    } catch {
      var fault = error
      fault.place = [name, error.place].compactMap(\.self).joined(separator: ": ")
      throw fault
    }
    if skipped.count > 0 { console.note("\(name): \(skipped.count) rows were passed over") }
    guard let truth = GroundTruth(events) else {
      throw Fault(
        .data, "has no two points with a time and a place", remedy: "use a track that tells its times", place: name)
    }
    return truth
  }
}
