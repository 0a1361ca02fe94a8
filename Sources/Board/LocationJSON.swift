import Clocks
import LocationServices
import LoggerCore
import Text
import TrackFiles

/// What the location services have to say, as members of an answer; the keys are fixed in `docs/cli.md`.
enum LocationJSON {
  /// The place that a search has found, and why it ended.
  static func put(_ outcome: Acquisition.Outcome, at now: Instant, to line: inout JSONLine) {
    line.put("ended", word(outcome.end))
    guard let best = outcome.best else { return }
    line.put("lat", scaled: Int(best.coordinate.latitudeNanodegrees), decimals: 9)
    line.put("lon", scaled: Int(best.coordinate.longitudeNanodegrees), decimals: 9)
    line.put("altMSL", best.fix.altMSLMeters, decimals: 3)
    line.put("horizontalAccuracy", best.fix.horizontalAccuracyMeters, decimals: 3)
    line.put("fix_age_s", (now - best.at).seconds, decimals: 3)
  }

  /// The mode in effect, and what the receiver is used for.
  static func put(_ status: Status, to line: inout JSONLine) {
    line.put("mode_in_effect", "\(status.effectiveMode.label)")
    line.put("mode_reason", status.modeReason.map { "\($0.label)" })
    line.put("mode_ends_in_s", status.modeUntil.map { Int(max(0, ($0 - status.at).seconds)) })
    let explanation = status.explanation
    line.put("receiver_duty", explanation.receiver.rawValue)
    line.put("doing", explanation.doing)
    line.put("why", explanation.why)
    line.put("next_in_s", explanation.next.map { Int(max(0, ($0 - status.at).seconds.rounded())) })
    line.put("next", explanation.nextWhat)
    if !explanation.notes.isEmpty { line.put("notes", explanation.notes.joined(separator: "; ")) }
    line.put("locate", status.search.map(word))
  }

  private static func word(_ state: Acquisition.State) -> String {
    switch state {
    case .searching, .improving: "searching"
    case .ended(let end): word(end)
    }
  }

  private static func word(_ end: Acquisition.End) -> String {
    switch end {
    case .located: "located"
    case .goodAsItGets: "no_improvement"
    case .timedOut: "timed_out"
    case .stopped: "stopped"
    case .disabled: "disabled"
    case .noReceiver: "no_receiver"
    }
  }
}
