import Records
import Text

/// One GPX file of any part of the journal.
struct GPXExport: TrackExport {
  private let title: String?
  private var writer: GPXWriter

  init(title: String?, version: GPXWriter.Version) {
    self.title = title
    writer = GPXWriter(version: version)
  }

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {
    writer.writeHead(name: title, time: survey.start, bounds: survey.bounds, to: &out)
    for tag in survey.tags { writer.writeWaypoint(tag.placed, to: &out) }
  }

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    writer.writePoint(
      point.record, time: point.utc.time, trip: point.trip, segment: point.segment, heading: point.heading, to: &out)
  }

  mutating func finish(to out: inout ByteWriter) { writer.writeFoot(to: &out) }
}
