import Clocks
import Geodesy
import GNSS
import LoggerCore
import TrackFiles

/// Puts the points and waypoints of a track file in the order in which a logger would have met them.
///
/// GPX lists its waypoints before all tracks; here each stands at the moment it belongs to.
struct TrackSchedule {
  /// Each event with the time since the one before.
  private(set) var steps: [(wait: Duration, event: Event)] = []

  /// Times outside 1900 to 2199 count as unknown: nobody has tracks from then, and arithmetic with them ends.
  private static let believedTimes =
    UnixTime(milliseconds: -2_208_988_800_000)..<UnixTime(milliseconds: 7_258_118_400_000)
  /// The clock of a board stops here, 250 years after its start, whatever a track says.
  private static let longest = Duration.seconds(7_884_000_000)

  init(_ track: [TrackEvent]) {
    var fixes: [(at: Duration, fix: Fix)] = []
    var tags: [ImportedTag] = []
    var last: UnixTime?
    var clock = Duration.zero
    for event in track {
      switch event {
      case .fix(var fix):
        if let time = fix.time?.time, !Self.believedTimes.contains(time) { fix.time = nil }
        if !fixes.isEmpty { clock = min(Self.longest, clock + Self.wait(from: last, to: fix.time?.time)) }
        last = fix.time?.time ?? last
        fixes.append((clock, fix))
      case .tag(let tag): tags.append(tag)
      case .segmentBreak: break  // the logger finds the holes by itself, from time and distance
      }
    }
    var schedule = fixes.map { (at: $0.at, event: Event.fix($0.fix)) }
    for tag in tags {
      let command = Command.tag(text: tag.text)
      schedule.append((Self.moment(of: tag, among: fixes), .command(command, RequestID(0))))
    }
    // Stable, so that what stands at the same moment keeps the order of the file.
    let order = schedule.indices.sorted { (schedule[$0].at, $0) < (schedule[$1].at, $1) }
    var now = Duration.zero
    for index in order {
      steps.append((schedule[index].at - now, schedule[index].event))
      now = schedule[index].at
    }
  }

  private static func wait(from last: UnixTime?, to time: UnixTime?) -> Duration {
    guard let last, let time else { return .seconds(1) }
    return time <= last ? .seconds(1) : time - last
  }

  /// When a waypoint was made: at its time, if the track was under way; else when the track was nearest to it.
  private static func moment(of tag: ImportedTag, among fixes: [(at: Duration, fix: Fix)]) -> Duration {
    if let time = tag.time?.time, believedTimes.contains(time),
      let after = fixes.firstIndex(where: { $0.fix.time.map { $0.time >= time } ?? false }), after > 0,
      let reached = fixes[after].fix.time?.time
    {
      return max(fixes[after - 1].at, fixes[after].at - (reached - time))
    }
    var nearest = Duration.zero
    var distance = Double.infinity
    for (at, fix) in fixes {
      guard let place = fix.coordinate else { continue }
      let meters = place.distanceMeters(to: tag.coordinate)
      if meters < distance { (nearest, distance) = (at, meters) }
    }
    return nearest
  }
}
