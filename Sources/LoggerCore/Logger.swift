import Clocks
import Configuration
import Controls
import GNSS
import Records
import Text

/// The whole logger as one state machine: events in, actions out, no clock, no files, no devices.
///
/// It only routes. Each sub-machine owns its state and never calls a sibling; what one learns reaches another through
/// here. The same value runs on the board, in the simulation and in the tests.
public struct Logger: Sendable {
  /// The version written into every start record.
  public static let version = "0.1.0"

  private let settings: Settings
  private var ledger: Ledger
  private var stopping: SequenceNumber?

  /// A logger that starts at this moment.
  ///
  /// - Parameters:
  ///   - settings: what was configured.
  ///   - restored: this boot, and what the journal tells.
  public init(settings: Settings, restored: Restored) {
    self.settings = settings
    ledger = Ledger(restored: restored)
  }

  /// The earliest moment at which any sub-machine wants ``Event/deadline``; nil if none does.
  public var nextDeadline: Instant? { nil }

  /// Takes one event.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - at: when, on the clock of this boot; never earlier than the event before, except for edges, which carry the
  ///     kernel's time.
  /// - Returns: what to do, in order.
  public mutating func handle(_ event: Event, at: Instant) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .start:
      ledger.append(.start(startOfRun), at: at, utc: nil, urgency: .now, to: &actions)
      ledger.appendCheckpoint(at: at, utc: nil, to: &actions)
    case .journal(let report):
      ledger.take(report)
      if let stopping, ledger.durable >= stopping { actions.append(.finish) }
    case .terminate(let reason):
      ledger.append(.stop(reason), at: at, utc: nil, urgency: .now, to: &actions)
      stopping = ledger.digest.lastSequence
    default:
      break
    }
    return actions
  }

  private var startOfRun: Start {
    let digest = ledger.digest
    let reason: Start.Reason =
      if digest.lastSequence == .none {
        .first
      } else if digest.lastBoot == ledger.boot {
        digest.isStopped ? .restart : .crash
      } else {
        digest.isStopped ? .powerOn : .powerCut
      }
    return Start(reason: reason, version: Self.version)
  }
}
