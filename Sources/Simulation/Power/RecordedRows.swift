import Clocks
import Text

/// The recorded track beside the truth, as rows of CSV: where an error comes from shows there.
public struct RecordedRows: Sendable {
  /// The columns.
  public static let header = "time,at_s,lat,lon,error_m,worst_until_next_m\n"

  private var truth: GroundTruth
  private let track: [RecordedPosition]

  /// The rows of a run.
  public init(_ run: PowerRun, in truth: GroundTruth) {
    self.truth = truth
    track = run.track
  }

  /// Writes all rows. Worst errors are looked for at every second, or at a thousand moments where the next record is
  /// farther away.
  public mutating func write(_ out: inout ByteWriter) {
    out.put(text: Self.header)
    for (index, record) in track.enumerated() {
      let next = index + 1 < track.count ? track[index + 1] : record
      out.put(text: (truth.start + .wholeNanoseconds(record.seconds)).wholeMilliseconds.description)
      out.put(",")
      out.put(record.seconds, decimals: 1)
      out.put(",")
      out.put(record.latitude, decimals: 7)
      out.put(",")
      out.put(record.longitude, decimals: 7)
      out.put(",")
      out.put(error(of: record), decimals: 1)
      out.put(",")
      out.put(worst(from: record, to: next), decimals: 1)
      out.put("\n")
    }
  }

  private mutating func error(of record: RecordedPosition) -> Double {
    record.meters(to: truth.point(at: record.seconds).coordinate)
  }

  private mutating func worst(from: RecordedPosition, to: RecordedPosition) -> Double {
    var worst = error(of: from)
    let span = to.seconds - from.seconds
    guard span > 1 else { return worst }
    let step = max(1, span / 1_000)
    var moment = from.seconds + step
    while moment < to.seconds {
      if truth.hasSky(at: moment) {
        let between = from.position(at: moment, before: to)
        worst = max(worst, error(of: between))
      }
      moment += step
    }
    return worst
  }
}
