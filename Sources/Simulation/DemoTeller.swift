import Clocks
import Records

/// Turns what a board does into what is worth telling.
struct DemoTeller {
  private var tags: [SequenceNumber: Int] = [:]
  private var waiting: [SequenceNumber] = []
  private var hasFix = false
  private var lastFix: UnixTime?

  init() {}

  mutating func tell(
    _ observations: [(at: Instant, what: VirtualBoard.Observation)], bootTime: UnixTime
  ) -> [DemoMoment] {
    var told: [DemoMoment] = []
    for (at, what) in observations {
      let now = bootTime + (at - .zero)
      switch what {
      case .record(let record):
        if let kind = tell(record, now: now, bootTime: bootTime) { told.append(DemoMoment(now, kind)) }
      case .durable(let sequence):
        for tag in waiting where tag <= sequence { told.append(DemoMoment(now, .saved(number: tags[tag] ?? 0))) }
        waiting.removeAll { $0 <= sequence }
      case .light, .reply: break
      }
    }
    return Self.fixesFirst(told)
  }

  /// The logger records what a fix brings before the fix itself; told to people, the fix comes first.
  private static func fixesFirst(_ moments: [DemoMoment]) -> [DemoMoment] {
    var moments = moments
    for index in moments.indices {
      switch moments[index].kind {
      case .firstFix, .fixAgain:
        let first = moments.firstIndex { $0.time == moments[index].time } ?? index
        moments.insert(moments.remove(at: index), at: first)
      default: break
      }
    }
    return moments
  }

  private mutating func tell(_ record: Record, now: UnixTime, bootTime: UnixTime) -> DemoMoment.Kind? {
    switch record.body {
    case .start(let start):
      hasFix = false
      return .started(start.reason)
    case .stop: return .stopped
    case .trip(let trip): return .trip(trip)
    case .gap(let gap): return gap.reason == .notRunning ? nil : .gap(gap)
    case .tag(let tag):
      tags[record.sequence] = tags.count + 1
      waiting.append(record.sequence)
      return .tagged(number: tags.count, tag)
    case .located(let location): return .located(number: tags[location.tag] ?? 0, location)
    case .fix:
      defer {
        hasFix = true
        lastFix = now
      }
      if !hasFix { return .firstFix(afterSeconds: (now - bootTime).seconds) }
      guard let lastFix, (now - lastFix).seconds > 30 else { return nil }
      return .fixAgain(afterSeconds: (now - lastFix).seconds)
    case .clock, .gesture, .mode, .checkpoint, .heading: return nil
    }
  }
}
