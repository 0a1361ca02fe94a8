import Clocks

/// What must be known of all the records so far to go on from here: the fold of the journal.
///
/// The logger at work, the logger starting again and the writers of pictures all keep one, through the same
/// ``apply(_:)``, so that they cannot come to different opinions. A ``Checkpoint`` is a copy of it in the journal.
public struct Digest: Equatable, Sendable {
  /// The trip that records belong to now; 0 before the first.
  public private(set) var trip: UInt32 = 0
  /// Tags without a place, oldest first.
  public private(set) var pendingTags: [PendingTag] = []
  /// The last fix that has a time, if any.
  public private(set) var lastFixUTC: UTCStamp?
  /// The mode, as it was last changed.
  public private(set) var mode = Mode.auto
  /// The number of the newest record.
  public private(set) var lastSequence = SequenceNumber.none
  /// The boot of the newest record.
  public private(set) var lastBoot: BootID?
  /// Whether the newest record that is not a checkpoint says that the logger stopped in good order.
  public private(set) var isStopped = false

  /// The digest of an empty journal.
  public init() {}

  /// Takes in the next record.
  public mutating func apply(_ record: Record) {
    lastSequence = record.sequence
    lastBoot = record.boot
    switch record.body {
    case .checkpoint(let checkpoint):
      trip = checkpoint.trip
      pendingTags = checkpoint.pendingTags
      lastFixUTC = checkpoint.lastFixUTC
      mode = checkpoint.mode
      return  // says nothing about the run itself
    case .trip(let new):
      trip = new.number
    case .tag(let tag):
      pendingTags.append(
        PendingTag(sequence: record.sequence, boot: record.boot, at: record.at, utc: record.utc, tag: tag))
    case .located(let location):
      pendingTags.removeAll { $0.sequence == location.tag }
    case .gesture(let gesture):
      if !gesture.kind.isTag { pendingTags.removeAll { $0.sequence == gesture.press } }
    case .mode(let change):
      if change.reason.isChoice { mode = change.holdsSeconds == nil ? change.mode : .auto }
    case .fix:
      if let utc = record.utc { lastFixUTC = utc }
    case .clock:
      if let utc = record.utc { dateTags(of: record.boot, at: record.at, utc: utc) }
    case .start, .stop, .gap, .heading:
      break
    }
    if case .stop = record.body { isStopped = true } else { isStopped = false }
  }

  /// The part that a checkpoint keeps.
  public var checkpoint: Checkpoint {
    Checkpoint(trip: trip, lastFixUTC: lastFixUTC, pendingTags: pendingTags, mode: mode)
  }

  private mutating func dateTags(of boot: BootID, at: Instant, utc: UTCStamp) {
    for index in pendingTags.indices where pendingTags[index].boot == boot {
      if let known = pendingTags[index].utc, known.quality >= utc.quality { continue }
      pendingTags[index].utc = UTCStamp(utc.time + (pendingTags[index].at - at), utc.quality)
    }
  }
}

/// A tag whose place is not known yet.
public struct PendingTag: Equatable, Sendable {
  /// The number of its record.
  public var sequence: SequenceNumber
  /// The boot it was made in.
  public var boot: BootID
  /// The moment of the press.
  public var at: Instant
  /// The same in UTC, as well as is known by now.
  public var utc: UTCStamp?
  /// The tag.
  public var tag: Tag

  /// Makes a pending tag.
  public init(sequence: SequenceNumber, boot: BootID, at: Instant, utc: UTCStamp?, tag: Tag) {
    self.sequence = sequence
    self.boot = boot
    self.at = at
    self.utc = utc
    self.tag = tag
  }
}

/// A copy of the ``Digest`` in the journal.
public struct Checkpoint: Equatable, Sendable {
  /// The trip that records belong to.
  public var trip: UInt32
  /// The last fix that has a time, if any.
  public var lastFixUTC: UTCStamp?
  /// Tags without a place, oldest first.
  public var pendingTags: [PendingTag]
  /// The mode.
  public var mode: Mode

  /// Makes a checkpoint.
  public init(trip: UInt32, lastFixUTC: UTCStamp?, pendingTags: [PendingTag], mode: Mode = .auto) {
    self.trip = trip
    self.lastFixUTC = lastFixUTC
    self.pendingTags = pendingTags
    self.mode = mode
  }
}
