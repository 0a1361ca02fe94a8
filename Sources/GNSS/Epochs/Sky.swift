/// A satellite in view.
public struct Satellite: Equatable, Sendable {
  /// Its system; nil if the id tells none.
  public var system: SatelliteSystem?
  /// Its number as the receiver states it.
  public var id: Int
  /// Degrees above the horizon, -90...90.
  public var elevationDegrees: Int?
  /// Degrees clockwise from true north, 0...360.
  public var azimuthDegrees: Int?
  /// Carrier to noise density, dB-Hz; nil if it is in view and not tracked.
  public var signalToNoise: Double?
  /// Signal id of NMEA 0183 version 4.11 (which frequency and code); nil if not stated.
  public var signal: Int?
}

/// A satellite as a GSV sentence states it, small: a receiver with four systems tells of a hundred of them a second.
struct StatedSatellite: Equatable {
  var id: Int16 = 0
  var azimuthDegrees: Int16 = -1
  var signalToNoiseTenths: Int16 = -1
  var elevationDegrees: Int8 = .min

  /// The same with what is unknown as nil.
  func satellite(talker: Talker, signal: Int) -> Satellite {
    Satellite(
      system: SatelliteSystem(id: Int(id), talker: talker, stated: nil), id: Int(id),
      elevationDegrees: elevationDegrees == .min ? nil : Int(elevationDegrees),
      azimuthDegrees: azimuthDegrees < 0 ? nil : Int(azimuthDegrees),
      signalToNoise: signalToNoiseTenths < 0 ? nil : Double(signalToNoiseTenths) / 10,
      signal: signal == 0 ? nil : signal)
  }
}

/// Satellites in view: the last complete set of GSV sentences per talker and signal.
///
/// A set that lost a sentence is never shown as the whole sky; the one before stays until a whole one comes or half a
/// minute of epochs has passed without.
public struct Sky: Sendable {
  /// What came with one group of GSV sentences. Its two sets lie in ``store``: a whole one, and one that is arriving.
  private struct Group {
    var talker: Talker
    var signal: Int
    /// Which of the two sets is whole.
    var wholeSet = 0
    var wholeCount = 0
    /// How many satellites the whole set says there are; nil before the first one.
    var total: Int?
    var arrivingCount = 0
    /// The number of the sentence that must come next; 0 if one was lost.
    var next = 0
    var epochsOld = 0
  }

  private var groups: [Group] = []
  private var store: [StatedSatellite] = []
  private static let groupLimit = 24
  private static let setLimit = 64
  private static let epochLimit = 30

  init() { groups.reserveCapacity(Self.groupLimit) }

  /// All satellites of the whole sets; one that is heard on several signals comes several times.
  public var satellites: [Satellite] {
    groups.indices.flatMap { index in
      let group = groups[index]
      let start = Self.start(index, set: group.wholeSet)
      return store[start..<start + group.wholeCount].map { $0.satellite(talker: group.talker, signal: group.signal) }
    }
  }

  /// Satellites in view, each once: of every talker the largest set. Nil before the first whole one.
  public var inView: Int? {
    var sum: Int?
    for index in groups.indices {
      guard let total = groups[index].total else { continue }
      var isLargest = true
      for other in groups.indices where other != index && groups[other].talker == groups[index].talker {
        let rival = groups[other].total ?? -1
        if rival > total || rival == total && other < index { isLargest = false }
      }
      if isLargest { sum = (sum ?? 0) + total }
    }
    return sum
  }

  /// One sentence of a set.
  mutating func take(_ sentence: GSV, from talker: Talker) {
    guard let index = index(talker, sentence.signal ?? 0), let number = sentence.number, let count = sentence.count
    else { return }
    var group = groups[index]
    if number == 1 {
      group.arrivingCount = 0
      group.next = 1
    }
    // Allystar counts the sentences of all signals together, but states the total of one.
    if number == group.next || number > count {
      let start = Self.start(index, set: 1 - group.wholeSet)
      for item in 0..<sentence.satelliteCount where group.arrivingCount < Self.setLimit {
        store[start + group.arrivingCount] = sentence.satellites[item]
        group.arrivingCount += 1
      }
      group.next = number + 1
      if number >= count {
        group.wholeSet = 1 - group.wholeSet
        group.wholeCount = group.arrivingCount
        group.total = sentence.total ?? group.wholeCount
        group.epochsOld = 0
        group.next = 0
        group.arrivingCount = 0
      }
    } else {
      group.next = 0
    }
    groups[index] = group
  }

  /// An epoch is over.
  mutating func finishEpoch() {
    for index in groups.indices {
      groups[index].epochsOld += 1
      if groups[index].epochsOld > Self.epochLimit {
        groups[index].total = nil
        groups[index].wholeCount = 0
      }
    }
  }

  private static func start(_ group: Int, set: Int) -> Int { (group * 2 + set) * setLimit }

  private mutating func index(_ talker: Talker, _ signal: Int) -> Int? {
    for index in groups.indices where groups[index].talker == talker && groups[index].signal == signal { return index }
    guard groups.count < Self.groupLimit else { return nil }
    groups.append(Group(talker: talker, signal: signal))
    store.append(contentsOf: repeatElement(StatedSatellite(), count: 2 * Self.setLimit))
    return groups.count - 1
  }
}
