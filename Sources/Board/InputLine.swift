import CGPIO
import Clocks
import Glibc
import Text

/// A change of an input line.
struct Edge: Equatable, Sendable {
  /// Whether the line became active, which is not high where it is active-low.
  var isActive: Bool
  /// When, by the kernel's interrupt.
  var at: Instant
}

/// A line whose edges can be waited for; a protocol so that tests need no board.
protocol EdgeSource: AnyObject {
  /// Readable when an edge waits, broken when the line is gone.
  var descriptor: Int32 { get }
  /// Whether the line is active now.
  func level() throws(Fault) -> Bool
  /// Takes the oldest edge; nil if none waits. Never blocks.
  func nextEdge() throws(Fault) -> Edge?
}

/// An input line that this process holds.
final class InputLine: EdgeSource {
  /// The resistor inside the chip that decides the level of an open contact.
  enum Bias: Sendable, CaseIterable {
    /// As the boot configuration left it.
    case asIs
    /// None: there is one on the board.
    case none
    /// To the supply.
    case pullUp
    /// To ground.
    case pullDown
  }

  /// How a line is read.
  struct Setup: Equatable, Sendable {
    /// The resistor inside the chip.
    var bias = Bias.asIs
    /// Whether low means active, as with a button to ground.
    var isActiveLow = false
    /// The kernel's debouncing, which libgpiod 1 has not. It tells an edge only when the level has lasted so long, and
    /// stamps it then: no good for a button, whose first edge counts.
    var debounce = Duration.zero
  }

  private let request: OpaquePointer
  private let place: GPIOLinePlace
  private let use: String

  /// Takes a line.
  ///
  /// - Parameter use: what it is for, such as `button`; other programs see it as `waymark button`.
  /// - Throws: 75 if somebody has it, 77 if this user may not, 66 if its chip is gone, 78 or 69 if it cannot be set up.
  init(_ place: GPIOLinePlace, setup: Setup, use: String) throws(Fault) {
    let bias =
      switch setup.bias {
      case .asIs: gpio_bias_as_is
      case .none: gpio_bias_none
      case .pullUp: gpio_bias_pull_up
      case .pullDown: gpio_bias_pull_down
      }
    // The kernel counts in microseconds, in 32 bits.
    let microseconds = UInt32(clamping: setup.debounce.nanoseconds / 1_000)
    guard
      let request = gpio_request_input(
        place.chip, UInt32(clamping: place.offset), "waymark \(use)", bias, setup.isActiveLow, microseconds)
    else { throw .gpioRequest(place, for: use, hasBias: setup.bias != .asIs, holder: GPIOChips.holder) }
    self.request = request
    self.place = place
    self.use = use
  }

  deinit { gpio_request_release(request) }

  var descriptor: Int32 { gpio_request_descriptor(request) }

  func level() throws(Fault) -> Bool {
    let level = gpio_request_level(request)
    guard level >= 0 else { throw .gpioLost(place, for: use) }
    return level == 1
  }

  func nextEdge() throws(Fault) -> Edge? {
    var edge = gpio_edge()
    while gpio_request_edge(request, &edge) < 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw .gpioLost(place, for: use)
      }
    }
    return Edge(isActive: edge.is_active, at: EdgeClock.now().instant(of: edge.nanoseconds))
  }
}
