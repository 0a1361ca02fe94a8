import Board
import Clocks
import Configuration
import GNSS
import Records
import Simulation
import Terminal
import Text
import TrackFiles

extension Command {
  private static let dataToWrite = OptionSpec(
    name: "--data", value: "DIR", meaning: "the data folder to record into [waymark-replay]")
  private static let append = OptionSpec(name: "--append", meaning: "record behind what the folder holds already")
  private static let speed = OptionSpec(
    name: "--speed", value: "max|1", meaning: "as fast as possible, or as it was [max]")
  private static let assumedDate = OptionSpec(
    name: "--assume-date", value: "DATE", meaning: "the day of a log that tells no date")
  private static let record = OptionSpec(
    name: "--record", value: "all|rule", meaning: "which fixes are kept, whatever the settings say")

  static let replay = Command(
    name: "replay", summary: "play logs and tracks through the logger",
    forms: ["[--data DIR] [--append] [--speed max|1] [--record all|rule] [--assume-date DATE] FILE..."],
    options: [dataToWrite, append, speed, record, assumedDate, SettingsSource.config], operands: .atLeast(1, "FILE"),
    details: """
      Plays NMEA logs, track CSV and GPX as if they happened now, with their own times.
      What a file holds is told from its first bytes. The data folder must be new or
      empty unless --append is given; its `tracks` holds the files of each day.
      """
  ) { (arguments, console) throws(Fault) in
    var settings = try SettingsSource.load(arguments[SettingsSource.config], console)
    if let keep = arguments[record] {
      guard let known = Settings.Recording.Keep(rawValue: keep) else {
        throw Fault(.usage, "--record knows no `\(keep)`", remedy: "use all or rule")
      }
      settings.recording.keep = known
    }
    let pace = arguments[speed] ?? "max"
    guard pace == "max" || pace == "1" else {
      throw Fault(.usage, "--speed knows no `\(pace)`", remedy: "use max or 1")
    }
    settings.storage.data = arguments[dataToWrite] ?? "waymark-replay"
    var decoding = ReceiverDecoder.Options(isLive: false)
    if let text = arguments[assumedDate], !text.isEmpty {
      guard let date = UnixTime(iso: text)?.date else {
        throw Fault(.usage, "`\(text)` is no date for --assume-date", remedy: "write 2026-11-30")
      }
      decoding.assumedDate = date
    }
    let session = try ReplaySession(
      settings, decoding, isAppending: arguments.has(append), isLifelike: pace == "1", console)
    for file in arguments.operands { try session.play(file) }
    try session.finish()
    return 0
  }
}

/// A simulated board on a real data folder, and what is played on it.
final class ReplaySession {
  private static let sizeLimit = 1 << 30

  private var board: VirtualBoard
  private let console: Console
  private let isLifelike: Bool
  private let folder: String
  private let before: UInt64

  init(
    _ settings: Settings, _ decoding: ReceiverDecoder.Options, isAppending: Bool, isLifelike: Bool, _ console: Console
  ) throws(Fault) {
    folder = settings.storage.data
    let store = try LinuxSegmentStore(data: folder)
    if !isAppending, try !store.segments().isEmpty {
      throw Fault(
        .cannotCreate, "holds a journal already", remedy: "use --append to record behind it, or another --data DIR",
        place: folder)
    }
    let tracks = try FolderOnDisk(settings.storage.tracks ?? "\(folder)/tracks")
    board = VirtualBoard(settings: settings, store: store, folder: tracks, decoding: decoding)
    self.console = console
    self.isLifelike = isLifelike
    try board.powerOn(boot: BootID(bits: .random(in: 1...UInt64.max)))
    before = board.durable.value
  }

  /// Plays one file.
  func play(_ path: String) throws(Fault) {
    let bytes = try InputFile(path).readAll(limit: Self.sizeLimit)
    var player = try player(for: bytes, path)
    let theme = TerminalTheme(isTerminal: console.isTerminal, environment: Console.environment)
    var bar = ProgressBar(label: "replay", total: player.total, columns: console.columns, theme: theme)
    let begin = ContinuousClock.now
    let start = board.now
    while let moment = player.nextMoment {
      if isLifelike { sleepFor(begin + (moment - start) - .now) }
      guard player.step(on: &board) != nil else { break }
      if console.isTerminal, let picture = bar.advance(to: player.played) {
        console.write(picture.utf8)
        console.flush()
      }
    }
    if console.isTerminal { console.write(bar.erased.utf8) }
  }

  private func player(for bytes: [UInt8], _ path: String) throws(Fault) -> ReplayPlayer {
    var events: [TrackEvent] = []
    switch TrackFormat.detect(firstBytes: Array(bytes.prefix(4_096))) {
    case .nmea:
      return ReplayPlayer(log: bytes, from: board.now)
    case .csv:
      var reader = TrackCSVReader()
      try placed(path) { () throws(Fault) in
        try reader.push(bytes) { events.append($0) }
        try reader.finish { events.append($0) }
      }
      tell(reader.skipped, path)
    case .gpx:
      var reader = GPXTrackReader()
      try placed(path) { () throws(Fault) in
        try reader.push(bytes) { events.append($0) }
        try reader.finish { events.append($0) }
      }
      tell(reader.skipped, path)
    case .unknown:
      throw Fault(
        .data, "is no NMEA log, no track CSV and no GPX", remedy: "check that it is the right file", place: path)
    }
    return ReplayPlayer(track: events, from: board.now)
  }

  private func placed(_ path: String, _ body: () throws(Fault) -> Void) throws(Fault) {
    do throws(Fault) {
      try body()
    } catch {
      var fault = error
      fault.place = [path, error.place].compactMap(\.self).joined(separator: ": ")
      throw fault
    }
  }

  private func tell(_ skipped: SkippedRows, _ path: String) {
    guard skipped.count > 0 else { return }
    let first = skipped.told.first.map { ", first \($0)" } ?? ""
    console.note("\(path): \(skipped.count) rows were passed over\(first)")
  }

  /// Stops the board in good order and says what there is now.
  func finish() throws(Fault) {
    try board.stop(.endOfInput)
    if let fault = board.folderFault { throw fault }
    var counts: [RecordKind: Int] = [:]
    var dater = RecordDater()
    var undated = 0
    try JournalSource(data: folder).forEach { (record) throws(Fault) in dater.take(record) }
    let findings = try JournalSource(data: folder).forEach { (record) throws(Fault) in
      guard record.sequence.value > before else { return }
      counts[RecordKind(record.body), default: 0] += 1
      if case .fix = record.body, dater.dated(record).utc == nil { undated += 1 }
    }
    if undated > 0 {
      console.note("\(undated) fixes have no date and are in no file of a day; play them with --assume-date 2026-11-30")
    }
    _ = findings.tell(console)
    console.print(
      "\(counts[.fix] ?? 0) fixes, \(counts[.tag] ?? 0) tags (\(counts[.located] ?? 0) with a place), "
        + "\(counts[.gap] ?? 0) gaps, \(counts[.trip] ?? 0) trips in \(folder.printable)")
  }
}
