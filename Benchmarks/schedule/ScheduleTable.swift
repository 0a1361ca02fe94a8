import Configuration
import Simulation
import Text

/// The table, line by line, and what it comes to.
struct ScheduleTable {
  private let receiver: ReceiverEnergy
  private let options: Options
  private var rows: [Row] = []

  private struct Row {
    var name: String
    /// Share of the time in motion, 0...1.
    var moving: Double
    var energyShare: Double
    var auto: TrackComparison
    var interval: TrackComparison?
    var meshtastic: TrackComparison?
    var optimum: Double?
    var always: TrackComparison
  }

  init(receiver: ReceiverEnergy, options: Options) {
    self.receiver = receiver
    self.options = options
    print(
      "receiver \(receiver.title), accelerometer \(options.hasAccelerometer ? "yes" : "no"), seed \(options.seed); "
        + "errors in metres, mean / 95 %")
    print(
      Self.padded("track", 22) + "hours  moving    mAh  of on |    auto       | interval at the same  | "
        + "meshtastic at the same | optimum | always on  | departures")
  }

  /// Simulates a track and prints its line.
  mutating func add(_ name: String, _ truth: GroundTruth) {
    var scenario = PowerScenario(truth: truth, energy: receiver)
    scenario.hasAccelerometer = options.hasAccelerometer
    scenario.seed = options.seed
    // What flies says so in its settings, or its speeds are taken for jumps.
    if name.hasPrefix("adsb") || name.hasPrefix("igc") { scenario.settings.recording.activity = .airborne }
    let auto = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
    let always = PowerReport(PowerPolicy.alwaysOn.perform(scenario), in: truth)
    guard let autoError = auto.error, let alwaysError = always.error else {
      print(Self.padded(name, 22) + "nothing was recorded")
      return
    }
    let spent = auto.run.spent.milliampereHours
    let interval = PolicyTuning.interval(scenario, milliampereHours: spent)
    let meshtastic = PolicyTuning.meshtastic(scenario, milliampereHours: spent)
    let intervalError = TrackComparison(interval.run.track, with: truth)
    let meshtasticError = TrackComparison(meshtastic.run.track, with: truth)
    // Errors of two axes have a mean of 1.064 times their median.
    let optimum = OfflineOptimum(truth, energy: receiver, noiseMeters: alwaysError.p50 * 1.064)
      .best(milliampereHours: spent)
    let moving = truth.motions.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / max(1, truth.duration)
    let share = spent / max(1e-9, always.run.spent.milliampereHours)
    rows.append(
      Row(
        name: name, moving: moving, energyShare: share, auto: autoError, interval: intervalError,
        meshtastic: meshtasticError, optimum: optimum?.meanErrorMeters, always: alwaysError))
    print(
      Self.padded(name, 22) + Self.number(truth.duration / 3_600, 5) + Self.percent(moving, 8) + Self.number(spent, 7)
        + Self.percent(share, 7) + " |" + Self.errors(autoError) + " |" + Self.errors(intervalError)
        + Self.padded(" " + Self.words(interval), 9) + "|" + Self.errors(meshtasticError)
        + Self.padded(" " + Self.words(meshtastic), 10) + "|" + Self.number(optimum?.meanErrorMeters, 8) + " |"
        + Self.errors(alwaysError, 11) + " | \(auto.movements)"
        + (auto.firstMotionDelaySeconds.map { " after \(Int($0)) s, \(Int(auto.firstMotionMeters ?? 0)) m" } ?? ""))
  }

  /// Medians over all tracks, and over those with rest in them.
  func printSummary() {
    print("")
    for (title, isWanted) in [
      ("tracks with rest (moving less than half of the time)", { (row: Row) in row.moving < 0.5 }),
      ("tracks that move", { row in row.moving >= 0.5 }),
    ] {
      let group = rows.filter(isWanted)
      guard !group.isEmpty else { continue }
      print("\(title): \(group.count)")
      line("interval's 95 % error / auto's", group) { row in row.interval.map { $0.p95 / row.auto.p95 } }
      line("interval's mean error / auto's", group) { row in row.interval.map { $0.mean / row.auto.mean } }
      line("meshtastic's 95 % error / auto's", group) { row in row.meshtastic.map { $0.p95 / row.auto.p95 } }
      line("auto's mean error / the optimum's", group) { row in row.optimum.map { row.auto.mean / $0 } }
      line("auto's 95 % error / always on's", group) { row in row.auto.p95 / row.always.p95 }
      line("auto's energy / always on's", group) { row in row.energyShare }
    }
  }

  private func line(_ title: String, _ group: [Row], _ value: (Row) -> Double?) {
    let values = group.compactMap { row in value(row).map { ($0, row.name) } }.sorted { $0.0 < $1.0 }
    guard let least = values.first, let most = values.last else { return }
    let median = values[values.count / 2].0
    print(
      "  " + Self.padded(title, 36) + "median" + Self.number(median, 8, 2) + "   least" + Self.number(least.0, 8, 2)
        + " (\(least.1))   most" + Self.number(most.0, 8, 2) + " (\(most.1))")
  }

  private static func words(_ tuned: PolicyTuning.Tuned) -> String {
    let seconds: Double =
      switch tuned.policy {
      case .interval(let seconds), .meshtastic(let seconds): seconds
      case .auto, .alwaysOn: 0
      }
    // A mark where the energy could not be met.
    return number(seconds, 0, 0) + "s" + (abs(tuned.ratio - 1) > PolicyTuning.tolerance ? "!" : "")
  }

  private static func errors(_ errors: TrackComparison?, _ width: Int = 14) -> String {
    guard let errors else { return aligned("-", width) }
    return aligned(number(errors.mean, 0) + "/" + number(errors.p95, 0), width)
  }

  private static func number(_ value: Double?, _ width: Int, _ decimals: Int = 1) -> String {
    guard let value else { return aligned("-", width) }
    var out = ByteWriter(capacity: 16)
    out.put(value, decimals: decimals)
    return aligned(out.string, width)
  }

  private static func percent(_ share: Double, _ width: Int) -> String {
    aligned(number(share * 100, 0) + "%", width)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
