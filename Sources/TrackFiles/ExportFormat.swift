import Text

/// A format by its name: a line in ``all`` is all that the commands and their help need to know of it.
public struct ExportFormat: Sendable {
  /// What people type.
  public let name: String
  /// How names of such files end, without the dot.
  public let extensions: [String]
  /// What it is good for, in a few words.
  public let meaning: String
  let make: @Sendable (_ title: String?) -> any TrackExport

  /// Every format, the usual one first.
  public static let all: [ExportFormat] = [
    ExportFormat(name: "gpx", extensions: ["gpx"], meaning: "every map program") {
      GPXExport(title: $0, version: .onePointOne)
    },
    ExportFormat(name: "gpx1.0", extensions: [], meaning: "older map programs") {
      GPXExport(title: $0, version: .onePointZero)
    },
    ExportFormat(name: "csv", extensions: ["csv"], meaning: "a table") { _ in CSVExport() },
    ExportFormat(name: "geojson", extensions: ["geojson"], meaning: "web maps") {
      GeoJSONExport(title: $0)
    },
    ExportFormat(name: "kml", extensions: ["kml"], meaning: "Google Earth") { KMLExport(title: $0) },
    ExportFormat(name: "nmea", extensions: ["nmea", "nma"], meaning: "as a receiver would say it") { _ in
      NMEAExport()
    },
    ExportFormat(name: "jsonl", extensions: ["jsonl", "ndjson"], meaning: "every record, for scripts") {
      _ in
      JSONLinesExport()
    },
  ]

  /// The format of a name; nil if there is none.
  public static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }

  /// The format that a file's name tells by its end; nil if it tells none.
  public static func of(path: String) -> ExportFormat? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let end = path[path.index(after: dot)...].lowercased()
    return all.first { $0.extensions.contains(end) }
  }
}
