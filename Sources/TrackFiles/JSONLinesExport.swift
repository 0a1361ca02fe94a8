import Records
import Text

/// Every record as a line of JSON, in the order of the journal.
struct JSONLinesExport: TrackExport {
  var holdsAllRecords: Bool { true }

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {}

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    writeOther(
      Record(sequence: point.sequence, boot: point.boot, at: point.at, utc: point.utc, body: .fix(point.record)),
      to: &out)
  }

  mutating func writeOther(_ record: Record, to out: inout ByteWriter) { out.bytes += RecordJSON.line(record) }

  mutating func finish(to out: inout ByteWriter) {}
}
