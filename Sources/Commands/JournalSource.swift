import Board
import Glibc
import Journal
import Records
import Text

/// The journal of a data folder, read by a command.
struct JournalSource {
  /// Its segments.
  let store: LinuxSegmentStore

  /// Finds the journal.
  ///
  /// - Throws: 66 if the folder has none, 77 if it may not be read.
  init(data: String) throws(Fault) {
    let folder = "\(data)/journal"
    guard access(folder, R_OK | X_OK) == 0 else {
      let number = errno
      let isForbidden = number == EACCES
      throw Fault(
        isForbidden ? .noPermission : .noInput, "there is no journal here that can be read",
        remedy: isForbidden ? "use sudo, or join the folder's group" : "name the data folder with --data DIR",
        cause: String(cString: strerror(number)), place: data)
    }
    store = LinuxSegmentStore(folder: folder)
  }

  /// Reads all records, oldest first.
  ///
  /// - Parameter body: gets each record.
  /// - Returns: what was found besides them.
  @discardableResult
  func forEach(_ body: (Record) throws(Fault) -> Void) throws(Fault) -> JournalFindings {
    try read(glance: nil, body)
  }

  /// Reads all records, oldest first, the fixes only in short.
  ///
  /// - Parameters:
  ///   - glance: gets each fix.
  ///   - body: gets each other record.
  func look(_ glance: @escaping (FixGlance) -> Void, _ body: (Record) throws(Fault) -> Void) throws(Fault) {
    _ = try read(glance: glance, body)
  }

  private func read(
    glance: ((FixGlance) -> Void)?, _ body: (Record) throws(Fault) -> Void
  ) throws(Fault) -> JournalFindings {
    var reader = try JournalReader(store: store)
    var unreadable = 0
    while let frame = try reader.next() {
      let fault = try FrameDecoder.walk(
        frame.payload, firstSequence: frame.firstSequence, count: frame.count, glance: glance, record: body)
      if fault != nil { unreadable += 1 }
    }
    return JournalFindings(findings: reader.findings, unreadableFrames: unreadable)
  }
}

/// What a reader of the journal tells besides the records: a torn tail is a note, damage is status 65.
struct JournalFindings {
  let findings: Findings
  let unreadableFrames: Int

  /// Says what there is to say.
  ///
  /// - Returns: the exit status.
  func tell(_ console: Console) -> Int32 {
    if findings.tornTailBytes > 0, findings.isClean {
      console.note(
        "the journal ends in \(findings.tornTailBytes) bytes of a write that was cut off; nothing saved is lost")
    }
    if findings.isClean, unreadableFrames == 0 { return 0 }
    let bytes = findings.damagedBytes
    console.note(
      "the journal is damaged: \(bytes) bytes unreadable, \(findings.missingRecords) records missing; "
        + "see `waymark verify`, and copy the card before you write to it")
    return Fault.Code.data.rawValue
  }
}
