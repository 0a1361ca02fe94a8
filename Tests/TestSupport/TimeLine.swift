import Clocks
import Configuration
import Controls
import LoggerCore
import Records

/// Drives a ``Logger`` on a virtual clock and keeps what it did, so that a test states a time line and compares only the
/// part it is about: records, LED or replies. A feature that adds a record of another kind breaks no test.
public struct TimeLine {
  /// The logger under test.
  public private(set) var logger: Logger
  /// The virtual clock.
  public private(set) var now: Instant
  /// Everything the logger did, with the moment.
  public private(set) var actions: [(at: Instant, action: Action)] = []
  /// How long the writer takes to make a record durable; nil: it never answers.
  public var writerDelay: Duration?

  private var durableAt: [(at: Instant, sequence: SequenceNumber)] = []

  /// A time line whose logger has just started.
  ///
  /// - Parameters:
  ///   - settings: of the logger.
  ///   - restored: what the journal told; a new journal by default.
  ///   - at: seconds since boot at which it starts.
  ///   - writerDelay: see ``writerDelay``.
  public init(
    settings: Settings = Settings(), restored: Restored = Restored(boot: BootID(bits: 1)), at seconds: Double = 0,
    writerDelay: Duration? = .milliseconds(10)
  ) {
    logger = Logger(settings: settings, restored: restored)
    now = Self.instant(seconds)
    self.writerDelay = writerDelay
    perform(.start)
  }

  /// Lets time pass, with every deadline that falls into it, and then tells the logger what happened.
  public mutating func send(_ event: Event, at seconds: Double) {
    run(until: seconds)
    perform(event)
  }

  /// Presses the button and lets it go.
  ///
  /// - Parameters:
  ///   - at: the second of the press.
  ///   - held: for how long, seconds.
  public mutating func press(at seconds: Double, for held: Double = 0.1) {
    send(.edge(pressed: true), at: seconds)
    send(.edge(pressed: false), at: seconds + held)
  }

  /// Lets time pass up to this second, with every deadline that falls into it.
  public mutating func run(until seconds: Double) {
    let end = Self.instant(seconds)
    precondition(end >= now, "a time line only goes forward")
    var steps = 0
    while let next = [logger.nextDeadline, durableAt.first?.at].compactMap(\.self).min(), next <= end {
      steps += 1
      precondition(steps < 1_000_000, "a deadline that does not pass: \(next)")
      now = max(now, next)
      if let first = durableAt.first, first.at <= now {
        durableAt.removeFirst()
        perform(.journal(.durable(upTo: first.sequence)))
      } else {
        perform(.deadline)
      }
    }
    now = end
  }

  private mutating func perform(_ event: Event) {
    for action in logger.handle(event, at: now) {
      actions.append((now, action))
      if case .append(let record, _) = action, let writerDelay {
        durableAt.append((now + writerDelay, record.sequence))
      }
    }
  }

  private static func instant(_ seconds: Double) -> Instant { Instant(boot: Int64((seconds * 1e9).rounded())) }
}

extension TimeLine {
  /// All records so far.
  public var records: [Record] {
    actions.compactMap { if case .append(let record, _) = $0.action { record } else { nil } }
  }

  /// What the LED showed, as `seconds pattern`.
  public var lights: [String] {
    actions.compactMap { if case .led(let pattern) = $0.action { "\(Self.seconds($0.at)) \(pattern)" } else { nil } }
  }

  /// What clients were told, as `seconds id answer`.
  public var replies: [String] {
    actions.compactMap { entry in
      guard case .reply(let id, let result) = entry.action else { return nil }
      switch result {
      case .success(let reply): return "\(Self.seconds(entry.at)) \(id.value) \(reply)"
      case .failure(let fault): return "\(Self.seconds(entry.at)) \(id.value) \(fault.code)"
      }
    }
  }

  /// Whether the logger said that the process may end.
  public var isFinished: Bool { actions.contains { $0.action == .finish } }

  /// Whether the logger said that the power may go off.
  public var isPoweredOff: Bool { actions.last?.action == .powerOff }

  /// What a start after this moment would find: the fold of the records that are durable.
  ///
  /// - Parameters:
  ///   - boot: the boot that starts; the same one by default.
  ///   - durableOnly: false to keep what was still on its way.
  public func restored(boot: BootID = BootID(bits: 1), durableOnly: Bool = true) -> Restored {
    let lost = durableOnly ? Set(durableAt.map(\.sequence)) : []
    var digest = Digest()
    for record in records where !lost.contains(record.sequence) { digest.apply(record) }
    return Restored(boot: boot, digest: digest)
  }

  private static func seconds(_ at: Instant) -> String {
    let tenths = (at.boot + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
