import Clocks
import Glibc
import Text

/// The forms of a time on the command line: ISO 8601, a time of day, `today`, `yesterday`, `now`, or an age such as
/// `2h`, `90m`, `3d`, `1w`, `45s`.
struct TimeArgument {
  /// The moment that "ago" counts from.
  let now: UnixTime
  /// Whether times without a zone are local ones.
  let isLocal: Bool

  /// With the host's clock.
  init(isLocal: Bool) {
    self.init(now: .now, isLocal: isLocal)
  }

  /// With a clock of the caller's.
  init(now: UnixTime, isLocal: Bool) {
    self.now = now
    self.isLocal = isLocal
  }

  /// Reads a time.
  ///
  /// - Throws: a usage fault that shows the forms.
  func parse(_ text: String, option: String) throws(Fault) -> UnixTime {
    switch text.lowercased() {
    case "now": return now
    case "today": return startOfDay(daysAgo: 0)
    case "yesterday": return startOfDay(daysAgo: 1)
    default: break
    }
    if let age = Self.age(text) { return now - age }
    let day = startOfDay(daysAgo: 0)
    let shown = (day + .nanoseconds(offset(at: day) * 1_000_000_000)).date
    for candidate in [text, "\(Self.iso(shown))T\(text)"] {
      if let time = UnixTime(iso: candidate) {
        return isLocal && !Self.namesZone(candidate) ? time - .seconds(offset(at: time)) : time
      }
    }
    throw Fault(
      .usage, "`\(text)` is no time for \(option)",
      remedy: "write 2026-11-30, 2026-11-30T14:05, 14:05, today, yesterday, or an age such as 2h, 30m, 3d")
  }

  /// Seconds that local time is ahead of UTC at a moment; 0 unless local times were asked for.
  func offset(at time: UnixTime) -> Int64 {
    guard isLocal else { return 0 }
    var seconds = time_t(time.nanoseconds / 1_000_000_000)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return Int64(local.tm_gmtoff)
  }

  private func startOfDay(daysAgo: Int) -> UnixTime {
    let shown = now + .seconds(offset(at: now))
    let midnight = UnixTime(CivilDate(daysSinceEpoch: shown.date.daysSinceEpoch - daysAgo))
    return midnight - .seconds(offset(at: midnight - .seconds(offset(at: now))))
  }

  private static func iso(_ date: CivilDate) -> String {
    var writer = ByteWriter(capacity: 10)
    writer.put(date: date)
    return writer.string
  }

  private static func namesZone(_ text: String) -> Bool {
    guard let time = text.firstIndex(where: { $0 == "T" || $0 == "t" || $0 == " " }) else { return false }
    return text[time...].contains { $0 == "Z" || $0 == "z" || $0 == "+" || $0 == "-" }
  }

  private static func age(_ text: String) -> Duration? {
    guard let unit = text.last, let count = Int64(text.dropLast()), (0...1_000_000).contains(count) else { return nil }
    switch unit {
    case "s": return .seconds(count)
    case "m": return .seconds(count * 60)
    case "h": return .seconds(count * 3_600)
    case "d": return .seconds(count * 86_400)
    case "w": return .seconds(count * 604_800)
    default: return nil
    }
  }
}

extension TimeArgument {
  /// Reads a day.
  ///
  /// - Returns: its first moment, and that of the next day.
  /// - Throws: a usage fault that shows the forms.
  func day(_ text: String, option: String) throws(Fault) -> (since: UnixTime, until: UnixTime) {
    let isDate = text.utf8.count == 10 && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    guard isDate && UnixTime(iso: text) != nil || ["today", "yesterday"].contains(text.lowercased()) else {
      throw Fault(.usage, "`\(text)` is no day for \(option)", remedy: "write 2026-11-30, today or yesterday")
    }
    let start = try parse(text, option: option)
    let shown = (start + .seconds(offset(at: start))).date
    // Not 24 hours later: clocks may be put forward or back on that day.
    var next = ByteWriter(capacity: 10)
    next.put(date: CivilDate(daysSinceEpoch: shown.daysSinceEpoch + 1))
    return (start, try parse(next.string, option: option))
  }
}
