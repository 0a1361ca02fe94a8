import LoggerCore
import Records
import Text
import TrackFiles

/// One export from a journal to a file: two passes, with a progress bar where somebody watches.
struct ExportRun {
  private var exporter: TrackExporter
  private let journal: JournalSource
  private let file: OutputFile
  private let console: Console
  private let progress: JournalProgress?
  private let filter: TrackFilter?

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - filter: judges anew what was kept; nil to take it as it is.
  ///   - path: where to write; standard output if nil or `-`.
  init(
    _ exporter: TrackExporter, _ journal: JournalSource, filter: TrackFilter?, path: String?, _ console: Console
  ) throws(Fault) {
    self.exporter = exporter
    self.filter = filter
    self.journal = journal
    self.console = console
    file = try OutputFile(path, console)
    let isFile = path != nil && path != "-"
    progress = isFile ? try JournalProgress(journal, label: "export", passes: 2) : nil
  }

  /// Does it.
  ///
  /// - Returns: the exit status.
  mutating func perform() throws(Fault) -> Int32 {
    defer { progress?.end() }
    try survey()
    var out = ByteWriter(capacity: OutputFile.piece * 2)
    exporter.begin(to: &out)
    try file.drain(&out)
    let findings = try forEachJudged { (record) throws(Fault) in
      exporter.write(record, to: &out)
      try file.drain(&out)
      progress?.advance(to: record.sequence, pass: 1)
    }
    exporter.finish(to: &out)
    try file.drain(&out, isLast: true)
    try file.finish()
    progress?.end()
    let counts = exporter.counts
    if let leftOut = counts.leftOut { console.note("not in the file: \(leftOut); see `waymark log`") }
    if counts.simplified > 0 {
      console.note("\(counts.points) points stay, \(counts.simplified) were simplified away")
    }
    return findings.tell(console)
  }

  private mutating func survey() throws(Fault) {
    guard filter == nil else {
      var exporter = exporter
      try forEachJudged { (record) throws(Fault) in
        exporter.survey(record)
        progress?.advance(to: record.sequence, pass: 0)
      }
      self.exporter = exporter
      return
    }
    let surveyor = Surveyor(exporter, progress)
    try journal.look {
      surveyor.take($0)
    } _: { (record) throws(Fault) in
      surveyor.exporter.survey(record)
    }
    exporter = surveyor.exporter
  }

  /// All records, those of fixes as the filter judges them.
  @discardableResult
  private func forEachJudged(_ body: (Record) throws(Fault) -> Void) throws(Fault) -> JournalFindings {
    guard var filter else { return try journal.forEach(body) }
    let findings = try journal.forEach { (record) throws(Fault) in
      for judged in filter.take(record) { try body(judged) }
    }
    for judged in filter.finish() { try body(judged) }
    return findings
  }
}

/// An exporter that two closures share in the first pass.
private final class Surveyor {
  var exporter: TrackExporter
  private let progress: JournalProgress?

  init(_ exporter: TrackExporter, _ progress: JournalProgress?) {
    self.exporter = exporter
    self.progress = progress
  }

  func take(_ fix: FixGlance) {
    exporter.survey(fix)
    progress?.advance(to: fix.sequence, pass: 0)
  }
}
