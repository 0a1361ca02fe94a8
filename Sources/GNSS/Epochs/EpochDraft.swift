import Clocks
import Geodesy

/// The epoch that is being received: what its sentences have claimed so far. Nothing in it outlives the epoch.
///
/// Where several sentences state the same thing, the better rank wins and among equals the first; only positions and
/// validity are compared, because there a contradiction means that something is wrong.
struct EpochDraft {
  /// When the first byte of its first sentence arrived.
  var firstByte: Instant
  /// The time of day of its sentences.
  var timeOfDay: TimeOfDay?
  /// The date that a sentence of this epoch states.
  var date: CivilDate?
  /// Which sentences it holds, as bits of the cycle learner's table; tells a repetition where there is no time.
  private var sentences: UInt32 = 0
  /// The types without a time that came behind a timed one, as bits.
  private(set) var untimedBehind: UInt32 = 0
  /// How many timed sentences are among them, those without a time included.
  private(set) var timedCount = 0
  /// Whether there are any.
  var isKeyed: Bool { timedCount > 0 }
  /// Whether a sentence was refused while it was open, so that one of its own may be missing.
  var hasRefusal = false

  /// Whether a sentence says that the position is valid.
  var isClaimedValid = false
  /// Whether a sentence says that it is not; that one wins.
  var isClaimedVoid = false
  private(set) var position: StatedPosition?
  private(set) var positionVotes = 0
  private(set) var otherPosition: StatedPosition?
  private(set) var otherVotes = 0

  var qualityRank = 0
  var quality: Fix.Quality?
  var altMSLMeters: Double?
  var geoidSeparationMeters: Double?
  var altHAEMeters: Double?
  var speedRank = 0
  var speedMetersPerSecond: Double?
  var trackRank = 0
  var trackDegrees: Double?
  private(set) var dilution = Fix.Dilution()
  /// Whether the horizontal one is that of a timed sentence.
  private(set) var isDilutionTimed = false
  var satellitesUsed: Int?
  /// The best fix dimension that GSA states, 1 to 3.
  var dimension: Int?
  /// Satellites that GSA lists.
  var listed = SatelliteCounts()
  var accuracy = AccuracyClaims()
  var details = FixDetails()

  init(firstByte: Instant) { self.firstByte = firstByte }

  /// Whether it holds a sentence of a type, by its number in the cycle learner's table.
  func holds(_ index: Int) -> Bool { sentences & 1 << UInt32(index) != 0 }

  /// A sentence of a type came.
  mutating func note(_ index: Int, isTimed: Bool) {
    sentences |= 1 << UInt32(index)
    if isTimed { timedCount += 1 } else if isKeyed { untimedBehind |= 1 << UInt32(index) }
  }

  /// A sentence states whether the receiver has a position; nil says nothing.
  mutating func claim(valid: Bool?) {
    guard let valid else { return }
    if valid { isClaimedValid = true } else { isClaimedVoid = true }
  }

  /// A sentence states a position that it calls valid.
  mutating func claim(position claim: StatedPosition?) {
    guard let claim else { return }
    guard let held = position else {
      position = claim
      positionVotes = 1
      return
    }
    if held.agrees(with: claim) {
      positionVotes += 1
      if claim.unitNanodegrees < held.unitNanodegrees { position = claim }
    } else if let other = otherPosition {
      if other.agrees(with: claim) { otherVotes += 1 }
    } else {
      otherPosition = claim
      otherVotes = 1
    }
  }

  /// The position that most sentences state; nil if as many state another one.
  var agreedPosition: StatedPosition? {
    if otherVotes == positionVotes { return nil }
    return otherVotes > positionVotes ? otherPosition : position
  }

  /// Whether sentences state different positions and none has more of them.
  var isContradictory: Bool { positionVotes > 0 && otherVotes == positionVotes }

  /// A sentence states how the position was found; GGA knows best.
  mutating func claim(quality claim: Fix.Quality?, rank: Int) {
    guard let claim, rank > qualityRank else { return }
    quality = claim
    qualityRank = rank
  }

  /// A sentence states a speed.
  mutating func claim(speedMetersPerSecond claim: Double?, rank: Int) {
    guard let claim, rank > speedRank else { return }
    speedMetersPerSecond = claim
    speedRank = rank
  }

  /// A sentence states a direction of motion.
  mutating func claim(trackDegrees claim: Double?, rank: Int) {
    guard let claim, rank > trackRank else { return }
    trackDegrees = claim
    trackRank = rank
  }

  /// A sentence states dilutions of precision. The first statement stays, except that one with a time replaces one
  /// without, which may belong to the epoch before.
  mutating func claim(dilution claim: Fix.Dilution, isTimed: Bool = true) {
    if let horizontal = claim.horizontal, dilution.horizontal == nil || isTimed && !isDilutionTimed {
      dilution.horizontal = horizontal
      isDilutionTimed = isTimed
    }
    dilution.position = dilution.position ?? claim.position
    dilution.vertical = dilution.vertical ?? claim.vertical
  }

  /// A sentence states heights: above the sea, of the geoid above the ellipsoid.
  mutating func claim(altMSLMeters claim: Double?, geoidSeparationMeters separation: Double?) {
    altMSLMeters = altMSLMeters ?? claim
    geoidSeparationMeters = geoidSeparationMeters ?? separation
  }
}

extension EpochDraft {
  /// What the sentences say together; a place only if one is given.
  func fix(position: StatedPosition?) -> Fix {
    var fix = Fix()
    fix.details = details
    fix.details.timeOfDayNanoseconds = timeOfDay?.nanoseconds
    fix.details.usedBySystem = listed
    fix.details.isContradictory = isContradictory
    fix.satellitesUsed = satellitesUsed
    // Older versions of the standard cap the count of GGA at 12; GSA lists them all.
    if listed.total > 0, satellitesUsed ?? 12 >= 12, listed.total > satellitesUsed ?? 0 {
      fix.satellitesUsed = listed.total
    }
    guard let position else {
      fix.mode = isClaimedVoid || isContradictory || dimension == 1 ? .none : .unknown
      return fix
    }
    fix.coordinate = position.coordinate
    fix.quality = quality
    fix.altMSLMeters = altMSLMeters
    fix.geoidSeparationMeters = geoidSeparationMeters
    fix.altHAEMeters = altHAEMeters
    if let separation = geoidSeparationMeters {
      fix.altHAEMeters = altHAEMeters ?? altMSLMeters.map { $0 + separation }
      fix.altMSLMeters = altMSLMeters ?? altHAEMeters.map { $0 - separation }
    }
    let hasHeight = fix.altMSLMeters != nil || fix.altHAEMeters != nil
    fix.mode =
      dimension ?? 1 > 1
      ? (dimension == 3 ? .threeDimensional : .twoDimensional)
      : hasHeight ? .threeDimensional : .twoDimensional
    fix.speedMetersPerSecond = speedMetersPerSecond
    fix.trackDegrees = trackDegrees
    fix.dilution = dilution
    if let horizontal = accuracy.horizontal(hdop: dilution.horizontal, quality: quality) {
      fix.horizontalAccuracyMeters = horizontal.meters
      fix.accuracySource = horizontal.source
    }
    fix.verticalAccuracyMeters =
      hasHeight ? accuracy.vertical(vdop: dilution.vertical, quality: quality) : nil
    return fix
  }
}
