import Clocks
import Records
import Text

/// One CSV of any part of the journal: dated and located, one row a time.
struct CSVExport: TrackExport {
  private(set) var tagsLeftOut = 0
  private var tags: ArraySlice<ExportTag> = []
  private var last: UnixTime?
  private let csv = CSVWriter()

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {
    tags = survey.tags[...]
    csv.writeHeader(to: &out)
  }

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    writeTags(before: point.utc.time, to: &out)
    csv.writeFix(
      point.record, time: point.utc.time, trip: point.trip, sequence: point.sequence, heading: point.heading, to: &out)
    last = point.utc.time
  }

  mutating func finish(to out: inout ByteWriter) { writeTags(before: nil, to: &out) }

  /// Writes the tags before a point; one without a time, or at the time of another row, has no row of its own.
  private mutating func writeTags(before time: UnixTime?, to out: inout ByteWriter) {
    while let tag = tags.first {
      let tagTime = tag.placed.utc?.time
      if let time, let tagTime, tagTime > time { return }
      tags.removeFirst()
      guard let tagTime, tagTime != time, last.map({ tagTime > $0 }) ?? true else {
        tagsLeftOut += 1
        continue
      }
      csv.writeTag(tag.placed, time: tagTime, trip: tag.trip, to: &out)
      last = tagTime
    }
  }
}
