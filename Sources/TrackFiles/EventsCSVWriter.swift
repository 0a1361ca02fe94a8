import Clocks
import GNSS
import Records
import Text

/// Writes the rows of the second CSV of a day: everything that is not in the main one.
struct EventsCSVWriter: Sendable {
  /// Why a row with a place stands here and not in the main file.
  enum Note {
    /// Its time is not after that of the row before.
    case notAscending
    /// A fix has the very same time.
    case sameTimeAsFix
    /// Its time never became known.
    case noTime
  }

  /// Writes the first line.
  func writeHeader(to out: inout ByteWriter) {
    out.put(
      """
      time,time_quality,kind,reason,seq,boot,at_s,lat,lon,ele,hacc,text,method,age_s,since_last_fix_s,step_ms,trip,\
      version,note,\
      hdg_mag,hdg_true,hdg_acc,declination,pitch,roll

      """)
  }

  /// Writes one row.
  func write(_ item: TrackItem, note: Note? = nil, to out: inout ByteWriter) {
    switch item.content {
    case .placed(let placed):
      writeStart(
        placed.utc, "tag", placed.tag?.source.label, placed.sequence, placed.boot, placed.boot.map { _ in placed.at },
        to: &out)
      out.putCSV(placed.location.coordinate)
      out.putField(placed.location.altMSLMeters, decimals: 3)
      out.putField(placed.location.horizontalAccuracyMeters, decimals: 3)
      out.put(",")
      out.putCSV(text: placed.tag?.text)
      out.putField(placed.location.method.label)
      out.putField(placed.location.ageSeconds, decimals: 3)
      out.put(",,")
    case .tag(let tag):
      writeStart(item.utc, "tag", tag.source.label, item.sequence, item.boot, item.at, to: &out)
      out.put(",,,,,")
      out.putCSV(text: tag.text)
      out.put(",,,,")
    case .fix(let record):
      writeStart(item.utc, "fix", record.reason.label, item.sequence, item.boot, item.at, to: &out)
      if let coordinate = record.fix.coordinate { out.putCSV(coordinate) } else { out.put(",,") }
      out.putField(record.fix.meanSeaLevelMeters, decimals: 3)
      out.putField(record.fix.horizontalAccuracyMeters, decimals: 3)
      out.put(",,,,,")
    case .event(let body):
      writeStart(item.utc, body.eventKind, body.eventReason, item.sequence, item.boot, item.at, to: &out)
      out.put(",,,,")
      if case .mode(let change) = body { out.putField(change.mode.label) } else { out.put(",") }
      out.put(",,")
      if case .gap(let gap) = body { out.putField(gap.sinceLastFixSeconds, decimals: 3) } else { out.put(",") }
      if case .clock(let reading) = body {
        out.putField(reading.stepMilliseconds.map { Int($0) })
      } else {
        out.put(",")
      }
    case .heading: return  // its tag or its fix shows it
    }
    out.putField(item.trip == 0 ? nil : Int(item.trip))
    out.put(",")
    if case .event(.start(let start)) = item.content { out.putCSV(text: start.version) }
    out.putField(note?.label)
    if case .placed(let placed) = item.content { out.putFields(placed.heading) } else { out.putFields(item.heading) }
    out.put("\n")
  }

  private func writeStart(
    _ utc: UTCStamp?, _ kind: StaticString, _ reason: StaticString?, _ sequence: SequenceNumber, _ boot: BootID?,
    _ at: Instant?, to out: inout ByteWriter
  ) {
    if let utc { out.put(iso: utc.time) }
    out.putField(utc?.quality.label)
    out.putField(kind)
    out.putField(reason)
    out.putField(Int(truncatingIfNeeded: sequence.value))
    out.put(",")
    if let boot { out.put(boot: boot) }
    out.put(",")
    if let at { out.put(scaled: Int(at.boot / 1_000_000), decimals: 3) }
  }
}

extension EventsCSVWriter.Note {
  fileprivate var label: StaticString {
    switch self {
    case .notAscending: "time_not_ascending"
    case .sameTimeAsFix: "same_time_as_a_fix"
    case .noTime: "time_unknown"
    }
  }
}

extension Body {
  fileprivate var eventKind: StaticString {
    switch self {
    case .start: "start"
    case .stop: "stop"
    case .trip: "trip"
    case .gap: "gap"
    case .clock: "clock"
    case .fix: "fix"
    case .tag: "tag"
    case .located: "located"
    case .gesture: "gesture"
    case .mode: "mode"
    case .heading: "heading"
    case .checkpoint: "checkpoint"
    }
  }

  fileprivate var eventReason: StaticString? {
    switch self {
    case .start(let start): start.reason.label
    case .stop(let reason): reason.label
    case .trip(let trip): trip.reason.label
    case .gap(let gap): gap.reason.label
    case .gesture(let gesture): gesture.kind.label
    case .mode(let change): change.reason.label
    case .clock, .fix, .tag, .located, .heading, .checkpoint: nil
    }
  }
}

extension ByteWriter {
  /// Appends a boot id as 16 hexadecimal digits.
  mutating func put(boot: BootID) {
    for shift in stride(from: 56, through: 0, by: -8) {
      put(hex: UInt8(truncatingIfNeeded: boot.bits >> UInt64(shift)))
    }
  }
}
