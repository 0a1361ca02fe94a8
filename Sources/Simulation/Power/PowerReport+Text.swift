import Configuration
import Records
import Text

extension PowerReport {
  /// All of it for people, in lines of at most 80 columns.
  ///
  /// - Parameter energy: what the receiver draws.
  public func lines(energy: ReceiverEnergy) -> [String] {
    var lines: [String] = []
    let hours = seconds / 3_600
    let always = energy.trackingMilliamperes * hours
    let spent = run.spent.milliampereHours
    lines.append(
      "receiver     \(Self.text(spent, 3)) mAh in \(Self.span(seconds)): \(Self.text(hours > 0 ? spent / hours : 0, 2)) mA, "
        + "\(Self.text(always > 0 ? spent / always * 100 : 0, 1)) % of always on")
    for state in ReceiverPhysics.State.allCases where run.spent[state].seconds > 0 {
      let entry = run.spent[state]
      lines.append(
        "  \(Self.padded(state.words, 11))\(Self.padded(Self.span(entry.seconds), 12))"
          + "\(Self.text(entry.milliampereHours, 3)) mAh")
    }
    let starts = ReceiverPhysics.Start.allCases.compactMap { start in
      run.starts[start].map { "\($0) \(start.rawValue)" }
    }
    lines.append("  starts     \(starts.joined(separator: ", "))")
    lines.append(
      "processor    \(run.wakeups) wakeups, \(Self.text(seconds > 0 ? Double(run.wakeups) / seconds * 60 : 0, 1)) a minute"
    )
    lines.append("recorded     \(run.track.count) fixes")
    if let error {
      lines.append(
        "track error  mean \(Self.text(error.mean, 1)) m, half within \(Self.text(error.p50, 1)) m, 95 % within "
          + "\(Self.text(error.p95, 1)) m, worst \(Self.text(error.max, 0)) m")
    }
    lines.append(
      "distance     \(Self.text(recordedDistanceMeters / 1_000, 2)) km recorded of \(Self.text(trueDistanceMeters / 1_000, 2)) km"
    )
    if let delay = firstMotionDelaySeconds, let meters = firstMotionMeters {
      lines.append(
        "departures   \(movements), recorded after \(Self.text(delay, 0)) s and \(Self.text(meters, 0)) m at worst")
    }
    for (at, mode) in run.modeSwitches.prefix(20) { lines.append("mode         \(Self.span(at))  \(mode.word)") }
    if !run.presses.isEmpty { lines += tagLines }
    return lines
  }

  private var tagLines: [String] {
    let located = run.presses.filter { $0.errorMeters != nil }
    var lines = ["tags         \(run.presses.count), \(located.count) located"]
    for (name, isMoving) in [("at rest", false), ("moving", true)] {
      let group = located.filter { $0.isMoving == isMoving }
      let errors = group.compactMap(\.errorMeters).sorted()
      let delays = group.compactMap(\.delaySeconds).sorted()
      guard !errors.isEmpty, !delays.isEmpty else { continue }
      let stated = group.filter { press in press.accuracyMeters.map { (press.errorMeters ?? 0) <= $0 } ?? false }.count
      let twice = group.filter { press in press.accuracyMeters.map { (press.errorMeters ?? 0) <= 2 * $0 } ?? false }
        .count
      lines.append(
        "  \(Self.padded(name, 11))\(group.count), half within \(Self.text(errors[errors.count / 2], 1)) m after "
          + "\(Self.text(delays[delays.count / 2], 0)) s; \(stated * 100 / group.count) % within the accuracy, "
          + "\(twice * 100 / group.count) % within twice")
    }
    return lines
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    var out = ByteWriter(capacity: 16)
    out.put(value, decimals: decimals)
    return out.string
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// A span of time such as `2 d 04:10` or `4:31:07`.
  private static func span(_ seconds: Double) -> String {
    let whole = Int(clampedSeconds(seconds))
    var out = ByteWriter(capacity: 16)
    if whole >= 86_400 {
      out.put(whole / 86_400)
      out.put(" d ")
      out.put(whole / 3_600 % 24, width: 2)
      out.put(":")
      out.put(whole / 60 % 60, width: 2)
    } else {
      out.put(whole / 3_600)
      out.put(":")
      out.put(whole / 60 % 60, width: 2)
      out.put(":")
      out.put(whole % 60, width: 2)
    }
    return out.string
  }

  private static func clampedSeconds(_ seconds: Double) -> Double { min(max(0, seconds), 1e12) }
}

extension ReceiverPhysics.State {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .off: "off"
    case .asleep: "asleep"
    case .acquiring: "searching"
    case .tracking: "tracking"
    case .powerSave: "saving"
    }
  }
}
