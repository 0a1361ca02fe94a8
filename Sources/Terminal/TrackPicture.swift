import Geodesy
import Records

/// Gathers from records what a picture of their track needs.
///
/// Feed it the records in the order of the journal. A gap or a new trip begins a new segment.
public struct TrackPicture: Sendable {
  /// A tag and, once known, its place.
  public struct PlacedTag: Equatable, Sendable {
    /// The number of its record.
    public var sequence: SequenceNumber
    /// The tag.
    public var tag: Tag
    /// Its place.
    public var location: TagLocation?
  }

  /// The tags, in the order they were made; the picture numbers them from 1.
  public private(set) var tags: [PlacedTag] = []
  /// How many fixes were taken in.
  public private(set) var fixes = 0
  /// The length of the segments, metres: holes do not count.
  public private(set) var lengthMeters = 0.0

  private var segments: [[Coordinate]] = []
  private var isBroken = true
  private var last: Coordinate?
  private var kept = 0
  private var stride = 1

  /// More points than this are more than any terminal shows; every second one is dropped then.
  private static let limit = 200_000

  /// An empty picture.
  public init() {}

  /// Takes the next record.
  public mutating func take(_ record: Record) {
    switch record.body {
    case .fix(let record) where record.reason.isInTrack:
      if let coordinate = record.fix.coordinate { take(coordinate) }
    case .gap, .trip: isBroken = true
    case .tag(let tag): tags.append(PlacedTag(sequence: record.sequence, tag: tag))
    case .located(let location):
      if let index = tags.lastIndex(where: { $0.sequence == location.tag }) { tags[index].location = location }
    case .gesture(let gesture):
      if !gesture.kind.isTag { tags.removeAll { $0.sequence == gesture.press } }
    case .fix, .start, .stop, .clock, .mode, .heading, .checkpoint: break
    }
  }

  /// How many segments the track has.
  public var segmentCount: Int { segments.count }

  /// The picture.
  public var plot: BraillePlot { BraillePlot(segments: segments, tags: tags.map { $0.location?.coordinate }) }

  private mutating func take(_ coordinate: Coordinate) {
    fixes += 1
    if isBroken {
      if let last, segments.last?.last != last { append(last) }
      segments.append([])
      isBroken = false
      append(coordinate)
    } else {
      if let last { lengthMeters += last.distanceMeters(to: coordinate) }
      if fixes.isMultiple(of: stride) { append(coordinate) }
    }
    last = coordinate
  }

  private mutating func append(_ coordinate: Coordinate) {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1].append(coordinate)
    kept += 1
    guard kept > Self.limit else { return }
    stride *= 2
    for index in segments.indices where segments[index].count > 2 {
      let points = segments[index]
      segments[index] = points.indices.filter { $0.isMultiple(of: 2) || $0 == points.count - 1 }.map { points[$0] }
    }
    kept = segments.reduce(0) { $0 + $1.count }
  }
}
