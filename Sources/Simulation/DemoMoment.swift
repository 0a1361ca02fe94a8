import Clocks
import Geodesy
import LoggerCore
import Records
import Text

/// Something worth telling of the made-up day.
public struct DemoMoment: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// Something outside the board: the day goes on.
    case scene(String)
    /// The logger started, for this reason.
    case started(Start.Reason)
    /// The plug was pulled.
    case powerCut
    /// A trip began.
    case trip(Trip)
    /// The first fix since the start, so many seconds after power on.
    case firstFix(afterSeconds: Double)
    /// A fix again, after so many seconds without.
    case fixAgain(afterSeconds: Double)
    /// There is a hole in the track.
    case gap(Gap)
    /// Somebody marked the moment; tags are counted from 1 over the day.
    case tagged(number: Int, Tag)
    /// The tag is on the card.
    case saved(number: Int)
    /// The tag has its place.
    case located(number: Int, TagLocation)
    /// The logger stopped in good order.
    case stopped
  }

  /// When, in true UTC: the board itself may not know it yet.
  public var time: UnixTime
  /// What happened.
  public var kind: Kind

  /// Makes a moment.
  public init(_ time: UnixTime, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// The time of day and what happened, such as `08:00:31  first fix after 31 s`.
  public var line: String {
    var out = ByteWriter(capacity: 80)
    let seconds = Int(time.nanosecondsOfDay / 1_000_000_000)
    out.put(seconds / 3_600, width: 2)
    out.put(":")
    out.put(seconds / 60 % 60, width: 2)
    out.put(":")
    out.put(seconds % 60, width: 2)
    out.put("  ")
    out.put(text: words)
    return out.string
  }

  /// What happened, in words.
  public var words: String {
    switch kind {
    case .scene(let words): words
    case .started(let reason): Self.words(of: reason)
    case .powerCut: "the plug is pulled"
    case .trip(let trip): "trip \(trip.number) begins"
    case .firstFix(let seconds): "first fix after \(Int(seconds.rounded())) s"
    case .fixAgain(let seconds): "fix again after \(Int(seconds.rounded())) s without"
    case .gap(let gap): Self.words(of: gap)
    case .tagged(let number, let tag):
      switch (tag.source, tag.text) {
      case (.button, _): "button pressed, LED \"seen\": tag \(number)"
      case (_, let text?): "waymark tag \"\(text.printable)\", LED \"seen\": tag \(number)"
      case (_, nil): "waymark tag, LED \"seen\": tag \(number)"
      }
    case .saved(let number): "LED \"saved\": tag \(number) is on the card"
    case .located(let number, let location): "LED \"located\": tag \(number) at " + Self.words(of: location)
    case .stopped: "stopped in good order"
    }
  }

  private static func words(of reason: Start.Reason) -> String {
    switch reason {
    case .first: "the logger starts with a new journal"
    case .powerOn: "the logger starts"
    case .restart: "the logger starts again"
    case .powerCut: "power is back: the journal is whole, the trip goes on"
    case .crash: "the logger starts again after a crash"
    }
  }

  private static func words(of gap: Gap) -> String {
    let since = gap.sinceLastFixSeconds.map { " for \(Int($0.rounded())) s" } ?? ""
    return switch gap.reason {
    case .noFix: "no sky: no fix\(since), a hole in the track"
    case .receiverSilent: "the receiver is silent\(since), a hole in the track"
    case .receiverGone: "the receiver is gone\(since), a hole in the track"
    case .writerBehind: "the card is too slow: fixes are thinned"
    case .notRunning: "the board was off: a hole in the track"
    case .off: "logging is switched off: a hole in the track"
    }
  }

  private static func words(of location: TagLocation) -> String {
    var out = ByteWriter(capacity: 60)
    out.put(location.coordinate.latitudeDegrees, decimals: 5)
    out.put(" ")
    out.put(location.coordinate.longitudeDegrees, decimals: 5)
    if let accuracy = location.horizontalAccuracyMeters {
      out.put(" within ")
      out.put(accuracy, decimals: 0)
      out.put(" m")
    }
    if location.method == .firstFixAfter, let age = location.ageSeconds {
      out.put(", ")
      out.put(age, decimals: 0)
      out.put(" s later")
    }
    return out.string
  }
}
