import Clocks
import GNSS
import Geodesy
import Records
import Terminal
import Testing

@Suite("A picture gathered from records")
struct TrackPictureTests {
  /// Takes bodies as records numbered from 1.
  private static func picture(_ bodies: [Body]) -> TrackPicture {
    var picture = TrackPicture()
    for (index, body) in bodies.enumerated() {
      picture.take(
        Record(
          sequence: SequenceNumber(UInt64(index + 1)), boot: BootID(bits: 1), at: .zero + .seconds(index), utc: nil,
          body: body))
    }
    return picture
  }

  private static func fix(_ longitude: Double) -> Body {
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = Coordinate(latitudeDegrees: 0, longitudeDegrees: longitude)
    return .fix(FixRecord(fix: fix, reason: .every))
  }

  private static func location(of tag: UInt64, _ longitude: Double) -> Body? {
    Coordinate(latitudeDegrees: 0, longitudeDegrees: longitude).map {
      .located(
        TagLocation(
          tag: SequenceNumber(tag), coordinate: $0, altMSLMeters: nil, method: .interpolated, ageSeconds: 0,
          horizontalAccuracyMeters: nil))
    }
  }

  @Test func `a gap and a new trip begin a segment, a start does not`() {
    let picture = Self.picture([
      .trip(Trip(number: 1, reason: .first)), Self.fix(7), Self.fix(7.001), .gap(Gap(reason: .noFix)), Self.fix(7.01),
      .start(Start(reason: .crash, version: "1")), Self.fix(7.011), .trip(Trip(number: 2, reason: .longPause)),
      Self.fix(7.02),
    ])
    #expect(picture.segmentCount == 3)
    #expect(picture.fixes == 5)
  }

  @Test func `the length leaves the holes out`() {
    let picture = Self.picture([
      Self.fix(7), Self.fix(7.001), .gap(Gap(reason: .noFix)), Self.fix(7.9), Self.fix(7.901),
    ])
    #expect(abs(picture.lengthMeters - 2 * 111.195) < 0.1)
  }

  @Test func `a press that was no tag has no number`() {
    let picture = Self.picture([
      .tag(Tag(source: .button)), .gesture(Gesture(press: SequenceNumber(1), kind: .long)),
      .tag(Tag(source: .button)), .gesture(Gesture(press: SequenceNumber(3), kind: .short)),
    ])
    #expect(picture.tags.map(\.sequence) == [SequenceNumber(3)])
  }

  @Test func `tags are numbered as they were made, and get their places later`() throws {
    let picture = Self.picture([
      .tag(Tag(source: .button)), .tag(Tag(source: .command, text: "two")), Self.fix(7),
      try #require(Self.location(of: 2, 7.001)), Self.fix(7.002),
    ])
    #expect(picture.tags.map(\.tag.text) == [nil, "two"])
    #expect(picture.tags.map { $0.location == nil } == [true, false])
    let line = picture.plot.lines(columns: 40, rows: 4, theme: .ascii).first ?? ""
    #expect(line.contains("2") && !line.contains("1"))
  }

  @Test func `a long track is thinned, and still begins and ends where it did`() {
    let count = 210_000
    let picture = Self.picture((0..<count).map { Self.fix(7 + Double($0) * 1e-6) })
    #expect(picture.fixes == count)
    let full = picture.plot.lines(columns: 60, rows: 4, theme: .ascii)
    let ends = Self.picture([Self.fix(7), Self.fix(7 + Double(count - 1) * 1e-6)])
    #expect(full == ends.plot.lines(columns: 60, rows: 4, theme: .ascii))
  }

  @Test func `without a fix there is no picture`() {
    let picture = Self.picture([.start(Start(reason: .first, version: "1")), .tag(Tag(source: .button))])
    #expect(picture.plot.lines(columns: 80, rows: 24, theme: .ascii).isEmpty)
  }
}
