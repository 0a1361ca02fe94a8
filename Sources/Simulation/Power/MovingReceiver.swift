import Clocks
import Configuration

/// A receiver twin that is carried through a truth: it obeys commands byte by byte, and whether it has a position, how
/// good that is and what it draws follow from its physics.
public struct MovingReceiver: Sendable {
  /// What it knows and draws.
  public private(set) var physics: ReceiverPhysics
  /// What it listens and talks with.
  public private(set) var twin: ReceiverTwin
  private var truth: GroundTruth

  /// A receiver that has just got its power, at the start of the truth.
  ///
  /// - Parameters:
  ///   - energy: what it draws; also tells its language.
  ///   - truth: where it is carried.
  ///   - faults: what is wrong with it.
  ///   - seed: decides its errors.
  public init(_ energy: ReceiverEnergy, in truth: GroundTruth, faults: ReceiverTwin.Faults = .init(), seed: UInt64) {
    physics = ReceiverPhysics(energy, hasBackup: !faults.hasNoBackup, seed: seed)
    twin = ReceiverTwin(ReceiverTwin.Model(rawValue: energy.language) ?? .generic, faults: faults)
    self.truth = truth
    physics.wake()
  }

  /// When it has something to say next; nil while it sleeps without an end.
  public var nextDeadline: Instant? { twin.nextDeadline }

  /// The host sends bytes; see ``ReceiverTwin/receive(_:hostBaud:at:)``.
  public mutating func receive(_ bytes: [UInt8], hostBaud: Int, at instant: Instant) {
    look(at: instant)
    twin.receive(bytes, hostBaud: hostBaud, at: instant)
    follow()
  }

  /// What the host has received up to now since the last call; see ``ReceiverTwin/transmit(hostBaud:at:)``.
  public mutating func transmit(hostBaud: Int, at instant: Instant) -> [UInt8] {
    look(at: instant)
    let bytes = twin.transmit(hostBaud: hostBaud, at: instant)
    follow()
    return bytes
  }

  /// Lets time pass without saying anything.
  public mutating func pass(to instant: Instant) { physics.advance(to: instant.bootSeconds, under: truth) }

  /// Sees where it is, if an epoch is due.
  private mutating func look(at instant: Instant) {
    physics.advance(to: instant.bootSeconds, under: truth)
    guard twin.body.isAwake, twin.nextEpoch <= instant else { return }
    let place = truth.point(at: instant.bootSeconds)
    let position = physics.measure(place)
    twin.view = TwinView(time: truth.start + (instant - .zero), isDated: physics.isDated, position: position)
  }

  /// Does what the twin was told.
  private mutating func follow() {
    let isOn = twin.body.isAwake && twin.body.isTracking
    if isOn != physics.isOn { if isOn { physics.wake() } else { physics.sleep() } }
    let savesPower = twin.body.settings.powerMode != 0
    if savesPower != physics.savesPower { physics.savesPower = savesPower }
  }
}

extension Instant {
  /// Seconds since boot.
  var bootSeconds: Double { Double(boot) / 1e9 }

  /// An instant so many seconds after boot.
  init(bootSeconds seconds: Double) { self.init(boot: Int64(exactly: (seconds * 1e9).rounded()) ?? .max / 4) }
}
