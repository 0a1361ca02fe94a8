import Clocks
import Configuration
import GNSS
import LocationServices
import Records

/// Applies the recording rule, with any settings, to records that were made already: what was kept raw becomes the track
/// that those settings would have recorded.
///
/// Records go in and come out in their order. Of the fixes those come out that the rule keeps, each with its reason, and
/// the outliers, marked; everything else passes through. A fix may come out late, when only what follows shows that it
/// is needed: hence ``finish()``. Constant memory; a pure state machine.
public struct TrackFilter: Sendable {
  /// A fix that was marked an outlier is judged anew only if the one before it is this near, seconds: where a rule has
  /// thinned the fixes out, the logger knew more when it marked it.
  private static let nearSeconds = 10.0

  private let recording: Settings.Recording
  private var outliers: OutlierJudge
  private var rule: RecordingRule
  private var last: Record?
  private var lastFixAt: Instant?
  private var isBroken = false
  private var isTag = false

  /// A filter that has seen nothing.
  ///
  /// - Parameter recording: the settings to judge by. With `keep` at `all` only the outliers are judged anew.
  public init(_ recording: Settings.Recording) {
    self.recording = recording
    outliers = OutlierJudge(ReceiverActivity(recording.activity))
    rule = RecordingRule(recording)
  }

  /// Takes the next record of the journal.
  ///
  /// - Returns: the records that are certain now, in their order: this one or not, and before it fixes that were held.
  ///   Every one has its own number, moment and boot.
  public mutating func take(_ record: Record) -> [Record] {
    var output: [Record] = []
    if let last, last.boot != record.boot { output += restart() }
    defer { last = record }
    switch record.body {
    case .fix(let fix):
      return output + judge(fix, of: record)
    case .start:
      output += restart()
    case .stop:
      output += rule.beforeBreak(isStop: true).map { [$0.record(boot: record.boot)] } ?? []
    case .gap:
      output += rule.beforeBreak().map { [$0.record(boot: record.boot)] } ?? []
      isBroken = true
    case .located:
      isTag = true
    case .trip, .tag, .clock, .gesture, .mode, .heading, .checkpoint:
      break
    }
    return output + [record]
  }

  /// The end of the records.
  ///
  /// - Returns: the fix that was held, if the track would end too early without it.
  public mutating func finish() -> [Record] { restart() }

  /// A run is over; the next one knows nothing of it, as on the board.
  private mutating func restart() -> [Record] {
    let held = last.flatMap { last in rule.beforeBreak(isStop: true)?.record(boot: last.boot) }
    outliers = OutlierJudge(ReceiverActivity(recording.activity))
    rule = RecordingRule(recording)
    lastFixAt = nil
    isBroken = false
    isTag = false
    return held.map { [$0] } ?? []
  }

  private mutating func judge(_ fix: FixRecord, of record: Record) -> [Record] {
    guard let sighting = Sighting(fix.fix, at: record.at, utc: record.utc, number: record.sequence.value) else {
      return []
    }
    let isKnownOutlier =
      fix.reason == .outlier && lastFixAt.map { abs((record.at - $0).seconds) > Self.nearSeconds } ?? false
    if isKnownOutlier || outliers.isOutlier(sighting) {
      return [KeptFix(sighting, .outlier).record(boot: record.boot)]
    }
    lastFixAt = record.at
    defer {
      isBroken = false
      isTag = false
    }
    var kept = rule.pass(to: record.at).map { [$0] } ?? []
    kept += rule.judge(sighting, isBroken: isBroken, isTag: isTag)
    return kept.map { $0.record(boot: record.boot) }
  }
}

extension KeptFix {
  /// The record of a fix that had one before.
  fileprivate func record(boot: BootID) -> Record {
    Record(sequence: sequence, boot: boot, at: at, utc: utc, body: .fix(record))
  }
}
