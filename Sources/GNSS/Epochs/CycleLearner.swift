/// Learns with which sentence the receiver's cycle ends, so that a fix can be published with it and not one period later.
///
/// It counts the sentences that make an epoch, by their whole address. Two cycles in a row that end alike teach the end.
/// When the set of sentences changes, one cycle is late: an end that failed to come is replaced at once by what did end
/// the cycle (unless a refused sentence or lost lines explain its absence), and a sentence that comes behind the end
/// becomes the end. What failed to come can be no end again until it has come in twenty cycles in a row, or late in two,
/// and then in forty.
struct CycleLearner {
  /// The most types that are told apart; a receiver sends ten.
  static let capacity = 24

  private struct Entry {
    var signature: UInt64
    var count = 0
    var cyclesInARow = 0
    var isIntermittent = false
    /// Cycles in a row after which it counts as regular again; doubled whenever it fails.
    var patience = 10
    /// Whether it came behind the end since the last cycle, and in how many cycles before that.
    var isLate = false
    var lateInARow = 0
  }

  private struct End: Equatable {
    var index: Int
    var count: Int
  }

  private var entries: [Entry] = []
  private var last: End?
  private var end: End?
  private var isReached = false
  private var candidate: End?
  private var missedCycles = 0
  private var inside: UInt32 = 0
  private var leading: UInt32 = 0

  init() { entries.reserveCapacity(Self.capacity) }

  /// Whether an end is known.
  var hasLearned: Bool { end != nil }

  /// The number of a type of sentence, 0..<``capacity``; nil if more of them come in every cycle.
  mutating func index(of signature: UInt64) -> Int? {
    for index in entries.indices where entries[index].signature == signature { return index }
    guard entries.count == Self.capacity else {
      entries.append(Entry(signature: signature))
      return entries.count - 1
    }
    // In months, damaged addresses whose checksum is right by accident fill the table: one that stays away makes room.
    guard let idle = entries.firstIndex(where: { $0.count == 0 && $0.cyclesInARow == 0 }), end?.index != idle,
      candidate?.index != idle
    else { return nil }
    entries[idle] = Entry(signature: signature)
    inside &= ~(1 << UInt32(idle))
    leading &= ~(1 << UInt32(idle))
    return idle
  }

  /// A sentence of the open epoch came.
  ///
  /// - Returns: whether the cycle ends with it.
  mutating func note(_ index: Int) -> Bool {
    entries[index].count += 1
    if !entries[index].isIntermittent && !isLeading(index) { last = End(index: index, count: entries[index].count) }
    isReached = isReached || end == End(index: index, count: entries[index].count)
    return isReached
  }

  /// Whether a sentence without a time that comes behind the end belongs to the cycle that is over: it is the end once
  /// more, or was the end before it failed to come.
  func isTrailing(_ index: Int) -> Bool {
    end != nil && !isLeading(index) && (end?.index == index || entries[index].isIntermittent)
  }

  /// Whether a sentence without a time was found to begin the cycle.
  private func isLeading(_ index: Int) -> Bool { leading & 1 << UInt32(index) != 0 }

  /// Whether a sentence without a time is known to stand between timed ones.
  func isInside(_ index: Int) -> Bool { inside & 1 << UInt32(index) != 0 }

  /// A timed sentence came behind sentences without a time, given as bits, whose epoch had begun before.
  mutating func noteInside(_ sentences: UInt32) { inside |= sentences }

  /// A sentence without a time contradicts the epoch that came before it: it begins a cycle, and ends none.
  mutating func noteLeading(_ index: Int) {
    leading |= 1 << UInt32(index)
    if end?.index == index { end = nil }
    if candidate?.index == index { candidate = nil }
  }

  /// A sentence came behind the end of its cycle, which is therefore not the end.
  ///
  /// - Parameter isTimed: whether it states a time. Several of such a type are mere repetitions, and one that is called
  ///   intermittent is the end as soon as it comes in two cycles in a row, since what it states is worth waiting for.
  mutating func noteLate(_ index: Int, isTimed: Bool) {
    guard let end else { return }
    entries[index].isLate = true
    if entries[index].isIntermittent {
      guard isTimed, entries[index].lateInARow > 0 else { return }
      entries[index].isIntermittent = false
    }
    if end.index != index {
      self.end = End(index: index, count: 1)
    } else if !isTimed {
      self.end = End(index: index, count: end.count + 1)
    }
  }

  /// What came since the end belongs to no epoch.
  mutating func discardCycle() {
    for index in entries.indices { entries[index].count = 0 }
    last = nil
    isReached = false
  }

  /// The epoch is over.
  ///
  /// - Parameter hasRefusal: whether a sentence was refused in it, which may have been the missing one.
  mutating func finishCycle(hasRefusal: Bool) {
    if let end, !isReached {
      missedCycles += 1
      // Where several types are missing at once, lines were lost: wait for one more cycle before believing otherwise.
      let patience = hasRefusal ? Self.refusalPatience : regularMissing > 1 ? 1 : 0
      if missedCycles > patience {
        // With a smaller count of the same type the type is still regular: receivers send GSA once a system.
        if entries[end.index].count == 0 {
          entries[end.index].isIntermittent = true
          entries[end.index].patience = min(entries[end.index].patience * 2, 10_000)
        }
        self.end = last
        missedCycles = 0
      }
    } else {
      missedCycles = 0
      if end == nil, let last, last == candidate { end = last }
      candidate = last
    }
    for index in entries.indices { finishCycle(of: index, hasRefusal: hasRefusal) }
    last = nil
    isReached = false
  }

  private mutating func finishCycle(of index: Int, hasRefusal: Bool) {
    var entry = entries[index]
    if entry.count > 0 || entry.isLate {
      entry.cyclesInARow += 1
      if entry.isIntermittent && entry.cyclesInARow >= entry.patience {
        entry.isIntermittent = false
        if entry.isLate { end = End(index: index, count: 1) }
      }
    } else if !hasRefusal {
      entry.cyclesInARow = 0
    }
    entry.lateInARow = entry.isLate ? entry.lateInARow + 1 : 0
    entry.isLate = false
    entry.count = 0
    entries[index] = entry
  }

  /// How many types that came in the cycles before did not come in this one.
  private var regularMissing: Int {
    var missing = 0
    for index in entries.indices where entries[index].count == 0 && entries[index].cyclesInARow > 1 { missing += 1 }
    return missing
  }

  /// Cycles in a row whose missing end is excused by a refused sentence.
  private static let refusalPatience = 4
}
