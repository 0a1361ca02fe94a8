import Board
import Clocks
import Glibc
import Records
import Simulation
import Terminal
import Text
import TrackFiles

extension Command {
  private static let live = OptionSpec(name: "--live", meaning: "in real time: a day takes a day")
  private static let seed = OptionSpec(name: "--seed", value: "N", meaning: "another made-up day [1]")

  static let demo = Command(
    name: "demo", summary: "a made-up day on a simulated board", forms: ["[--live] [--seed N]"],
    options: [live, seed], operands: .none,
    details: """
      A walk with tags, lunch, a drive through a tunnel, and a pulled plug in the middle,
      on the very logger that runs on a board, with a virtual clock. Leaves
      \(DemoSession.folder)/ in the current folder, which is made anew each time, with its
      journal and the GPX and CSV files of the day.
      """
  ) { (arguments, console) throws(Fault) in
    var number: UInt64 = 1
    if let text = arguments[seed] {
      guard let value = UInt64(text) else {
        throw Fault(.usage, "`\(text)` is no number for --seed", remedy: "use 0, 1, 2 and so on")
      }
      number = value
    }
    try DemoSession(console).run(seed: number, isLive: arguments.has(live))
    return 0
  }
}

/// Plays the made-up day into a real folder and shows what came of it.
struct DemoSession {
  /// The folder that the day is recorded into.
  static let folder = "waymark-demo"
  /// Marks a folder as one that the demo made, so that no other is ever removed.
  private static let marker = ".made-by-waymark-demo"

  private let console: Console
  private let theme: TerminalTheme

  init(_ console: Console) {
    self.console = console
    theme = TerminalTheme(isTerminal: console.isTerminal, environment: Console.environment)
  }

  /// Runs it.
  func run(seed: UInt64, isLive: Bool) throws(Fault) {
    try startAfresh()
    let store = try LinuxSegmentStore(data: Self.folder)
    var board = VirtualBoard(store: store, folder: try FolderOnDisk("\(Self.folder)/tracks"))
    let begin = UnixTime.now
    let pace: (UnixTime) -> Void = { moment in
      if isLive { sleepFor(begin + (moment - DemoDay.start) - .now) }
    }
    try DemoDay.run(on: &board, seed: seed, pace: pace) { moment in
      console.print(paint(moment))
      if isLive { console.flush() }
    }
    try show()
  }

  private func paint(_ moment: DemoMoment) -> String {
    switch moment.kind {
    case .scene: theme.paint(moment.line, .faint)
    case .powerCut, .gap: theme.paint(moment.line, .trouble)
    case .tagged, .saved, .located: theme.paint(moment.line, .tag)
    default: moment.line
    }
  }

  private func show() throws(Fault) {
    var picture = TrackPicture()
    var tagTimes: [SequenceNumber: UTCStamp] = [:]
    var digest = Digest()
    var counts: [RecordKind: Int] = [:]
    let journal = try JournalSource(data: Self.folder)
    let findings = try journal.forEach { (record) throws(Fault) in
      picture.take(record)
      digest.apply(record)
      counts[RecordKind(record.body), default: 0] += 1
      if case .tag = record.body { tagTimes[record.sequence] = record.utc }
      // A tag made before the clock was known gets its time with the first fix.
      for tag in digest.pendingTags { tagTimes[tag.sequence] = tag.utc }
    }
    console.print("")
    let lines = picture.plot.lines(columns: min(console.columns, 100), rows: 19, theme: theme)
    for line in lines { console.print(line) }
    console.print("")
    for (index, placed) in picture.tags.enumerated() {
      let time = tagTimes[placed.sequence].map { $0.time.description } ?? "no time"
      console.print("tag \(index + 1)  \(time)  \(placed.tag.text?.printable ?? "(button)")")
    }
    let kilometers = (picture.lengthMeters / 100).rounded() / 10
    console.print("\(picture.fixes) fixes, \(counts[.trip] ?? 0) trip, \(kilometers) km, \(counts[.gap] ?? 0) gaps")
    for file in try Self.files() { console.print("\(Self.folder)/tracks/\(file)") }
    console.print("Read on: waymark log --data \(Self.folder) --type tag,located,gap,start,stop")
    _ = findings.tell(console)
  }

  private func startAfresh() throws(Fault) {
    var information = stat()
    if lstat(Self.folder, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFDIR, access("\(Self.folder)/\(Self.marker)", F_OK) == 0 else {
        throw Fault(
          .cannotCreate, "is there and was not made by the demo", remedy: "move it, or run the demo elsewhere",
          place: Self.folder)
      }
      for inner in ["journal", "tracks"] { try Self.empty("\(Self.folder)/\(inner)") }
    } else if mkdir(Self.folder, 0o755) != 0 {
      throw Fault(
        .cannotCreate, "cannot be made", remedy: "run the demo in a folder of yours",
        cause: String(cString: strerror(errno)), place: Self.folder)
    }
    let marker = open("\(Self.folder)/\(Self.marker)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    if marker >= 0 { close(marker) }
  }

  private static func empty(_ path: String) throws(Fault) {
    guard access(path, F_OK) == 0 else { return }
    for name in try names(in: path) where unlink("\(path)/\(name)") != 0 {
      throw Fault(
        .cannotCreate, "cannot be removed", remedy: "remove the folder \(folder) yourself",
        cause: String(cString: strerror(errno)), place: "\(path)/\(name)")
    }
  }

  private static func files() throws(Fault) -> [String] { try names(in: "\(folder)/tracks").sorted() }

  private static func names(in path: String) throws(Fault) -> [String] {
    guard let directory = opendir(path) else {
      throw Fault(.noInput, "cannot be read", cause: String(cString: strerror(errno)), place: path)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
