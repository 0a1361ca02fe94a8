import Configuration
import Journal
import Records
import Text

extension Command {
  static let verify = Command(
    name: "verify", summary: "check every byte of the journal", forms: ["[--json] [--data DIR]"],
    options: [.json, .data], operands: .none,
    details: """
      Status 0 when every byte is as it was written, also with a torn tail: a write that
      a pulled plug cut off, of which nobody was told that it was saved. Status 65 with
      damage; each place is named and everything else stays readable.
      """
  ) { (arguments, console) throws(Fault) in
    let journal = try JournalSource(data: arguments[.data] ?? Settings().storage.data)
    var tally = RecordTally()
    let result = try Verification(of: journal.store) {
      tally.take(payload: $0.payload, firstSequence: $0.firstSequence, count: $0.count)
    }
    let isClean = result.findings.isClean && tally.unreadableFrames == 0
    if arguments.has(.json) {
      console.write(json(result, tally, isClean))
    } else {
      for line in text(result, tally, isClean) { console.print(line) }
    }
    return isClean ? 0 : Fault.Code.data.rawValue
  }

  private static func json(_ result: Verification, _ tally: RecordTally, _ isClean: Bool) -> [UInt8] {
    var line = JSONLine()
    line.put("clean", isClean)
    line.put("segments", result.segments)
    line.put("frames", result.frames)
    line.put("records", result.records)
    line.put("fixes", tally.fixes)
    line.put("tags", tally.tags)
    line.put("first", result.firstSequence.map { Int(clamping: $0) })
    line.put("last", result.lastSequence.map { Int(clamping: $0) })
    line.put("torn_tail_bytes", result.findings.tornTailBytes)
    line.put("damaged_bytes", result.findings.damagedBytes)
    line.put("missing_records", Int(clamping: result.findings.missingRecords))
    line.put("unreadable_frames", tally.unreadableFrames)
    line.put("unknown_records", tally.unknown)
    return line.finish()
  }

  private static func text(_ result: Verification, _ tally: RecordTally, _ isClean: Bool) -> [String] {
    var lines = [
      "\(result.records) records (\(tally.fixes) fixes, \(tally.tags) tags) in \(result.frames) frames, "
        + "\(result.segments) segments"
    ]
    if let first = result.firstSequence, let last = result.lastSequence { lines.append("numbers \(first) to \(last)") }
    let findings = result.findings
    if findings.tornTailBytes > Findings.longestTornTail {
      lines.append("damage: \(findings.tornTailBytes) bytes behind the last whole frame, more than one write can leave")
    } else if findings.isShortened {
      lines.append("damage: the last segment ends inside of a frame: the file was cut; what followed is lost")
    } else if findings.tornTailBytes > 0 {
      lines.append(
        "torn tail: \(findings.tornTailBytes) bytes of a write that was cut off, or damage to the very last one")
    }
    for damage in findings.damage {
      let kind = damage.mayBeUnacknowledged ? ", maybe of a write that was cut off" : ""
      lines.append(
        "damage: segment \(String(damage.segment).paddedWithZeros(8)), byte \(damage.offset), "
          + "\(damage.length) bytes\(kind)")
    }
    for range in findings.missing { lines.append("missing: records \(range.lowerBound) to \(range.upperBound)") }
    if tally.unreadableFrames > 0 {
      lines.append(
        "\(tally.unreadableFrames) whole frames hold something unreadable: \(tally.firstFault?.message ?? "")")
    }
    if tally.unknown > 0 { lines.append("\(tally.unknown) records are of a later version of Waymark") }
    lines.append(isClean ? "clean" : "DAMAGED: copy the card before you write to it; `waymark log` reads the rest")
    return lines
  }
}

extension String {
  /// The number with zeros in front.
  fileprivate func paddedWithZeros(_ width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
