import Configuration
import Records
import Text

/// How long a battery lasts in each mode, for board and receiver together, over a made-up week.
public struct PowerForecast: Sendable {
  /// One way to run the board.
  public struct Row: Equatable, Sendable {
    /// What it is, for people.
    public var title: String
    /// The mode.
    public var mode: Mode
    /// Whether motion is felt.
    public var hasAccelerometer: Bool
    /// Whether the board switches itself off between looks.
    public var cutsPower: Bool
    /// What the receiver draws on average, milliampere.
    public var receiverMilliamperes: Double
    /// What the board draws on average, milliampere; nil where that is not known.
    public var boardMilliamperes: Double?
    /// How long the battery lasts, days; of the receiver alone where the board is not known.
    public var days: Double
  }

  /// The board; nil where it is not known.
  public let board: BoardProfile?
  /// The receiver.
  public let receiver: ReceiverEnergy
  /// What the battery holds at 5 V.
  public let batteryMilliampereHours: Double
  /// The rows, the hungriest first.
  public let rows: [Row]

  /// The week that is simulated.
  private static let seed: UInt64 = 1

  /// Simulates the week in each mode.
  public init(board: BoardProfile?, receiver: ReceiverEnergy, batteryMilliampereHours: Double) {
    self.board = board
    self.receiver = receiver
    self.batteryMilliampereHours = batteryMilliampereHours
    let truth = GroundTruth.madeUp(.week, seed: Self.seed)
    var rows: [Row] = []
    for (title, mode, hasAccelerometer) in [
      ("high-accuracy", Mode.highAccuracy, true), ("auto, without accelerometer", .auto, false), ("auto", .auto, true),
      ("significant-change", .significantChange, true), ("off", .off, true),
    ] {
      var scenario = PowerScenario(truth: truth, energy: receiver)
      scenario.mode = mode
      scenario.hasAccelerometer = hasAccelerometer
      let run = PowerPolicy.auto.perform(scenario)
      let average = run.spent.milliampereHours / (truth.duration / 3_600)
      var row = Row(
        title: title, mode: mode, hasAccelerometer: hasAccelerometer, cutsPower: false, receiverMilliamperes: average,
        boardMilliamperes: board?.idleMilliamperes, days: 0)
      row.days = Self.days(batteryMilliampereHours, row)
      rows.append(row)
      if mode == .significantChange, let cut = Self.cut(row, run, truth.duration, board) {
        var row = cut
        row.days = Self.days(batteryMilliampereHours, row)
        rows.append(row)
      }
    }
    self.rows = rows
  }

  private static func days(_ battery: Double, _ row: Row) -> Double {
    battery / max(1e-6, row.receiverMilliamperes + (row.boardMilliamperes ?? 0)) / 24
  }

  /// The same with a board that cuts its own power between looks: each costs a boot, and the time that the receiver is
  /// awake. The receiver is asleep meanwhile, on the same supply.
  private static func cut(_ row: Row, _ run: PowerRun, _ seconds: Double, _ board: BoardProfile?) -> Row? {
    guard let board, let cut = board.timedPowerOff, let idle = board.idleMilliamperes else { return nil }
    let looks = Double(run.starts.values.reduce(0, +))
    let asleep = run.spent[.asleep].seconds
    guard let breakEven = cut.breakEvenSeconds(idle: idle), looks > 0, asleep / looks > breakEven else { return nil }
    let boot = looks * cut.bootSeconds
    let off = max(0, asleep - boot)
    let awake = max(0, seconds - off - boot)
    var row = row
    row.title = "significant-change, board off in between"
    row.cutsPower = true
    row.boardMilliamperes = (off * cut.offMilliamperes + boot * cut.bootMilliamperes + awake * idle) / seconds
    return row
  }

  /// For people, in lines of at most 80 columns.
  public var lines: [String] {
    var lines = [
      "battery   \(Self.text(batteryMilliampereHours, 0)) mAh at 5 V",
      "board     " + boardLine, "receiver  \(receiver.title)", "",
      "mode                                      receiver    board     together   lasts",
    ]
    for row in rows {
      let board = row.boardMilliamperes.map { Self.text($0, 1) + " mA" } ?? "?"
      let together = row.boardMilliamperes.map { Self.text($0 + row.receiverMilliamperes, 1) + " mA" } ?? "?"
      lines.append(
        Self.padded(row.title, 41) + Self.aligned(Self.text(row.receiverMilliamperes, 2) + " mA", 9)
          + Self.aligned(board, 10) + Self.aligned(together, 11) + Self.aligned(Self.days(row.days), 8))
    }
    lines += ["", "A made-up week of home, work and errands, about an hour a day on the way."]
    if let idle = board?.idleMilliamperes {
      let ratio = idle / max(0.001, receiver.trackingMilliamperes)
      lines.append("The board alone draws \(Self.text(ratio, 1)) times what its receiver draws at work: a mode saves")
      lines.append("what the receiver draws, and no more, unless the board goes off in between.")
      if board?.timedPowerOff == nil { lines.append("This one cannot, as far as its profile says.") }
    } else {
      lines.append("The days are those of the receiver alone; name the board with --board.")
    }
    lines.append("What was really spent since boot is not counted yet.")
    return lines
  }

  private var boardLine: String {
    guard let board else { return "not known" }
    guard let idle = board.idleMilliamperes else { return "\(board.title), what it draws is not known" }
    return "\(board.title), \(Self.text(idle, 0)) mA with nothing to do"
  }

  /// One JSON object a row.
  public var jsonLines: [[UInt8]] {
    rows.map { row in
      var line = JSONLine()
      line.put("mode", row.mode.word)
      line.put("accelerometer", row.hasAccelerometer)
      line.put("cuts_power", row.cutsPower)
      line.put("board", board?.name)
      line.put("receiver", receiver.name)
      line.put("battery_mAh", batteryMilliampereHours, decimals: 0)
      line.put("receiver_mA", row.receiverMilliamperes, decimals: 3)
      line.put("board_mA", row.boardMilliamperes, decimals: 1)
      line.put("days", row.days, decimals: 2)
      return line.finish()
    }
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    var out = ByteWriter(capacity: 16)
    out.put(value, decimals: decimals)
    return out.string
  }

  private static func days(_ days: Double) -> String { text(days, days < 10 ? 1 : 0) + " d" }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension Mode {
  /// What people type.
  public var word: String {
    switch self {
    case .auto: "auto"
    case .highAccuracy: "high-accuracy"
    case .significantChange: "significant-change"
    case .off: "off"
    }
  }
}
