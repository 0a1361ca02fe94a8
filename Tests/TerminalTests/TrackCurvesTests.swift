import Clocks
import GNSS
import Geodesy
import Records
import Terminal
import Testing

@Suite("Height and speed gathered from records")
struct TrackCurvesTests {
  private static func record(_ body: Body) -> Record {
    Record(sequence: SequenceNumber(1), boot: BootID(bits: 1), at: .zero, utc: nil, body: body)
  }

  private static func fix(
    _ longitude: Double, reason: FixRecord.Reason = .every, _ change: (inout Fix) -> Void = { _ in }
  ) -> Record {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitudeDegrees: 0, longitudeDegrees: longitude)
    change(&fix)
    return record(.fix(FixRecord(fix: fix, reason: reason)))
  }

  @Test func `speed is the receiver's, else that from one fix to the next, and a hole gives none`() {
    var curves = TrackCurves(span: 0...10, columns: 10)
    curves.take(Self.fix(0) { $0.speedMetersPerSecond = 1 }, at: 0)
    // 0.0001 degrees of the equator are 11.12 m.
    curves.take(Self.fix(0.0001), at: 1)
    curves.take(Self.record(.gap(Gap(reason: .noFix))), at: nil)
    curves.take(Self.fix(1), at: 8)
    let speeds = curves.speed.columns.map { $0.map { Int($0.rounded()) } }
    #expect(speeds == [4, 40, nil, nil, nil, nil, nil, nil, nil, nil])
    #expect(curves.height.range == nil)
  }

  @Test func `heights above the ellipsoid are shown above the sea`() throws {
    var curves = TrackCurves(span: 0...1, columns: 2)
    curves.take(Self.fix(0) { $0.altHAEMeters = 100 }, at: 0)
    // The sea at 0 N 0 E lies 17 m above the ellipsoid.
    #expect(abs(try #require(curves.height.range).lowerBound - 83) < 1)
  }

  @Test func `held heights, outliers and moments off the scale are passed over`() {
    var curves = TrackCurves(span: 0...1, columns: 2)
    let set: (inout Fix) -> Void = {
      $0.altMSLMeters = 100
      $0.speedMetersPerSecond = 1
    }
    curves.take(Self.fix(0, reason: .outlier, set), at: 0)
    curves.take(Self.fix(0, set), at: nil)
    curves.take(Self.fix(0, set), at: 2)
    #expect(curves.height.range == nil && curves.speed.range == nil)
    curves.take(
      Self.fix(0) {
        $0.mode = .twoDimensional; $0.altMSLMeters = 100
      }, at: 0)
    #expect(curves.height.range == nil)
  }
}
