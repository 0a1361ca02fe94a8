import Clocks
import Sensors
import Text

/// The thread that talks to the sensors: a chip that holds the bus makes each transfer last a second, and the receiver
/// goes on talking meanwhile.
///
/// It owns the bus and the chips on it; the main thread gives it requests and takes its news through a
/// ``Mailbox``. Asked for nothing, it sleeps without any wakeup.
public final class SensorThread: Sendable {
  /// What it can be asked for.
  public enum Request: Equatable, Sendable {
    /// Look anew which chips are there; answered by ``News/searched(_:)``. It does so at its start, too.
    case search
    /// Measure once; each quantity is answered by a reading, or by ``News/missing(_:at:)``.
    case sampleOnce(Set<Quantity>)
    /// Measure a quantity again and again at this interval; nil stops. Later requests replace earlier ones.
    case sample(Quantity, every: Duration?)
    /// Let the accelerometer pull its line when it is moved by more than this, g; nil stops. Answered by
    /// ``News/motionWatch(isArmed:fault:)``.
    case watchMotion(threshold: Double?)
    /// The line was pulled: find out why, which releases it; answered by ``News/motion(_:at:)``.
    case takeMotion
    /// Run the self-tests of the chips that have one; answered by a ``News/selfTest(label:passed:)`` for each chip.
    case selfTest
  }

  /// A chip that is used.
  public struct FoundChip: Equatable, Sendable {
    /// What is printed on the part.
    public var name: String
    /// 7 bits.
    public var address: UInt8
    /// What it measures.
    public var quantity: Quantity
    /// Whether it is the one that is used for its quantity.
    public var isUsed: Bool
  }

  /// What is on the bus.
  public struct Findings: Equatable, Sendable {
    /// The chips that a driver knows.
    public var chips: [FoundChip] = []
    /// Addresses where somebody answers whom no driver knows.
    public var strangers: [UInt8] = []
    /// Why the bus, or an address on it, could not be searched.
    public var faults: [Fault] = []
  }

  /// What it has to tell.
  public enum News: Equatable, Sendable {
    /// What a search found.
    case searched(Findings)
    /// A measurement.
    case reading(Reading, of: Quantity, at: Instant)
    /// A measurement was asked for once and cannot be had; why, was told before.
    case missing(Quantity, at: Instant)
    /// A chip works, with nil, or does not; told when it changes.
    case sensor(label: String, of: Quantity, fault: Fault?)
    /// Whether the accelerometer watches for motion, and if it should and does not, why.
    case motionWatch(isArmed: Bool, fault: Fault?)
    /// Whether it was motion that pulled the line.
    case motion(Bool, at: Instant)
    /// How a self-test ended; nil if the chip has none or the bus failed, which is told as well.
    case selfTest(label: String, passed: Bool?)
    /// The chips sleep after ``SensorThread/stop()``: the thread ends.
    case ended
  }

  private let mailbox: Mailbox<Request, News>
  /// Becomes readable when there is news.
  public var newsDescriptor: Int32 { mailbox.newsDescriptor }

  /// Starts the thread, which searches the bus at once.
  ///
  /// - Parameter open: opens the bus, on the thread; called again at each search until it succeeds.
  /// - Throws: if the system has no thread or descriptor left.
  public init(open: @escaping @Sendable () throws(Fault) -> any I2CBus) throws(Fault) {
    mailbox = try Mailbox()
    let work = SensorWork(open: open, mailbox: mailbox)
    try Thread.start(name: "wm-sensors") { work.run() }
  }

  /// Asks for something.
  public func ask(_ request: Request) { mailbox.submit(request) }

  /// Asks the thread to let the chips sleep and to end; a held bus may delay that by some seconds.
  public func stop() { mailbox.stop() }

  /// The news since the last call.
  public func takeNews() -> [News] { mailbox.takeNews() }
}
