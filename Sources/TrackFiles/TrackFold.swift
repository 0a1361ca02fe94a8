import Clocks
import Records

/// A record together with what only its predecessors tell: its trip, its piece of the track, the tag behind a location.
struct TrackItem: Sendable {
  /// What the record tells.
  enum Content: Sendable {
    case fix(FixRecord)
    case tag(Tag)
    case placed(PlacedTag)
    case event(Body)
    /// It says more of an earlier item and is none of its own.
    case heading(HeadingRecord)
  }

  var sequence: SequenceNumber
  var boot: BootID
  var at: Instant
  var utc: UTCStamp?
  var content: Content
  /// The trip it belongs to; 0 before the first.
  var trip: UInt32
  /// Counts the continuous pieces of the track.
  var segment: Int
  /// Which way the board pointed, for a fix and a tag without a place; one with a place has it in ``PlacedTag``.
  var heading: HeadingRecord?

  /// The boot whose clock can still tell the time of this item; nil if the time is known or can never be.
  var waitsForClockOf: BootID? {
    if case .placed(let placed) = content {
      if placed.utc == nil, placed.boot == boot { return boot }
      if placed.utc != nil { return nil }
    }
    return utc == nil ? boot : nil
  }

  /// Takes a heading.
  ///
  /// - Returns: false if it belongs to something else.
  mutating func take(_ heading: HeadingRecord) -> Bool {
    switch content {
    case .placed(var placed):
      guard heading.tag == placed.sequence else { return false }
      placed.heading = placed.heading ?? heading
      content = .placed(placed)
    case .fix, .tag:
      guard heading.subject.sequence == sequence else { return false }
      self.heading = heading
    case .event, .heading: return false
    }
    return true
  }

  /// Takes the time from a clock reading of the same boot.
  mutating func date(by clock: BootClock) {
    if utc == nil { utc = clock.time(at: at) }
    if case .placed(var placed) = content, placed.utc == nil, placed.boot == boot {
      placed.utc = clock.time(at: placed.at)
      content = .placed(placed)
    }
  }
}

/// Turns records into items, one after the other.
struct TrackFold: Sendable {
  private(set) var digest = Digest()
  private(set) var segment = 0
  /// The newest fix, for its heading: one that comes after another fix is not shown, or every fix would have to wait.
  private var newestFix = SequenceNumber.none

  /// Takes the next record.
  ///
  /// - Returns: nil for what nobody needs to see: a checkpoint, and a heading that came too late for its fix.
  mutating func take(_ record: Record) -> TrackItem? {
    let content: TrackItem.Content
    switch record.body {
    case .checkpoint:
      digest.apply(record)
      return nil
    case .heading(let heading):
      if case .fix(let sequence) = heading.subject, sequence != newestFix {
        digest.apply(record)
        return nil
      }
      content = .heading(heading)
    case .fix(let fix):
      newestFix = record.sequence
      content = fix.reason.isInTrack ? .fix(fix) : .event(record.body)
    case .tag(let tag):
      content = .tag(tag)
    case .located(let location):
      let pending = digest.pendingTags.first { $0.sequence == location.tag }
      content = .placed(PlacedTag(pending: pending, location: location, utc: record.utc))
    case .gap, .trip:
      segment += 1
      content = .event(record.body)
    case .start, .stop, .clock, .gesture, .mode:
      content = .event(record.body)
    }
    digest.apply(record)
    return TrackItem(
      sequence: record.sequence, boot: record.boot, at: record.at, utc: record.utc, content: content,
      trip: digest.trip, segment: segment)
  }
}
