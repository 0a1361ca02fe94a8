import Clocks
import GNSS
import Geodesy
import Records

/// The words that files, JSON and screens use for the values of the journal, in one place.
///
/// They are part of the formats in `docs/exports.md`: a new value gets a new word, and a word is never changed.
protocol Labelled: CaseIterable {
  /// The word: lower case, `_` between its parts.
  var label: StaticString { get }
}

extension Labelled {
  /// The value that a word stands for.
  init?(label bytes: some Collection<UInt8>) {
    for value in Self.allCases where value.label.matches(bytes) {
      self = value
      return
    }
    return nil
  }
}

extension StaticString {
  /// Whether it has exactly these bytes.
  func matches(_ bytes: some Collection<UInt8>) -> Bool {
    withUTF8Buffer { $0.elementsEqual(bytes) }
  }

  /// The same as a `String`.
  var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}

/// The kinds of records, by the words of `waymark log --type` and of the `type` key in JSON.
public enum RecordKind: String, Sendable, CaseIterable {
  /// A position.
  case fix
  /// Somebody marked a moment.
  case tag
  /// A tag got its place.
  case located
  /// A hole in the track.
  case gap
  /// The logger started.
  case start
  /// The logger stopped.
  case stop
  /// A trip began.
  case trip
  /// The clock became known.
  case clock
  /// What a press of the button turned out to mean.
  case gesture
  /// The mode changed.
  case mode
  /// Which way the board pointed.
  case heading
  /// A summary for starting quickly.
  case checkpoint

  /// The kind of a record.
  public init(_ body: Body) {
    switch body {
    case .fix: self = .fix
    case .tag: self = .tag
    case .located: self = .located
    case .gap: self = .gap
    case .start: self = .start
    case .stop: self = .stop
    case .trip: self = .trip
    case .clock: self = .clock
    case .gesture: self = .gesture
    case .mode: self = .mode
    case .heading: self = .heading
    case .checkpoint: self = .checkpoint
    }
  }
}

extension FixRecord.Reason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .every: "every"
    case .distance: "distance"
    case .interval: "interval"
    case .start: "start"
    case .afterGap: "after_gap"
    case .turn: "turn"
    case .departure: "departure"
    case .arrival: "arrival"
    case .heartbeat: "heartbeat"
    case .tag: "tag"
    case .outlier: "outlier"
    }
  }
}

extension Start.Reason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .first: "first"
    case .powerOn: "power_on"
    case .restart: "restart"
    case .powerCut: "power_cut"
    case .crash: "crash"
    }
  }
}

extension StopReason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .terminated: "terminated"
    case .endOfInput: "end_of_input"
    case .powerOff: "power_off"
    }
  }
}

extension Gesture.Kind: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .short: "tag"
    case .long: "mode_change"
    case .veryLong: "power_off"
    }
  }
}

extension Mode: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .auto: "auto"
    case .highAccuracy: "high_accuracy"
    case .significantChange: "significant_change"
    case .off: "off"
    }
  }
}

extension ModeChange.Reason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .button: "button"
    case .command: "command"
    case .expired: "expired"
    case .motion: "motion"
    case .rest: "rest"
    case .externalPower: "external_power"
    case .onBattery: "on_battery"
    case .batteryLow: "battery_low"
    case .batteryRecovered: "battery_recovered"
    }
  }
}

extension Trip.Reason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .first: "first"
    case .longPause: "long_pause"
    }
  }
}

extension Gap.Reason: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .noFix: "no_fix"
    case .receiverSilent: "receiver_silent"
    case .receiverGone: "receiver_gone"
    case .writerBehind: "writer_behind"
    case .notRunning: "not_running"
    case .off: "off"
    }
  }
}

extension Tag.Source: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .button: "button"
    case .command: "command"
    case .imported: "imported"
    }
  }
}

extension TagLocation.Method: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .interpolated: "interpolated"
    case .firstFixAfter: "first_fix_after"
    case .projected: "projected"
    }
  }
}

extension ClockQuality: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .host: "host"
    case .network: "network"
    case .satellitesUnconfirmed: "satellites_unconfirmed"
    case .satellites: "satellites"
    }
  }
}

extension Fix.Mode: Labelled {
  /// The word in CSV: GPX's `fixType`, empty for what the receiver did not say.
  public var label: StaticString {
    switch self {
    case .unknown: ""
    case .none: "none"
    case .twoDimensional: "2d"
    case .threeDimensional: "3d"
    }
  }
}

extension Fix.Quality: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .precise: "precise"
    case .fixedRTK: "rtk_fixed"
    case .floatRTK: "rtk_float"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulated: "simulated"
    }
  }
}

extension Fix.AccuracySource: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .receiver: "receiver"
    case .gst: "gst"
    case .gbs: "gbs"
    case .garmin: "garmin"
    case .dilution: "dilution"
    case .imported: "imported"
    }
  }
}

extension SeparationSource: Labelled {
  /// The word in files and JSON.
  public var label: StaticString {
    switch self {
    case .receiver: "receiver"
    case .model: "model"
    }
  }
}
