import CGPIO
import Glibc
import Text

/// Something that can be on or off, such as an LED; a protocol so that tests need no board.
protocol Lamp: AnyObject {
  /// Turns it on or off.
  func light(_ isLit: Bool) throws(Fault)
}

/// An output line that this process holds. It is off when it is taken and when it is given back.
final class OutputLine: Lamp {
  private let request: OpaquePointer
  private let place: GPIOLinePlace
  private let use: String

  /// Takes a line.
  ///
  /// - Parameters:
  ///   - isActiveLow: whether low means on, as with an LED to the supply.
  ///   - use: what it is for, such as `LED`; other programs see it as `waymark LED`.
  /// - Throws: 75 if somebody has it, 77 if this user may not, 66 if its chip is gone, 69 if it cannot be set up.
  init(_ place: GPIOLinePlace, isActiveLow: Bool, use: String) throws(Fault) {
    guard
      let request = gpio_request_output(
        place.chip, UInt32(clamping: place.offset), "waymark \(use)", isActiveLow, false)
    else { throw .gpioRequest(place, for: use, holder: GPIOChips.holder) }
    self.request = request
    self.place = place
    self.use = use
  }

  deinit {
    // Most chips leave a line as it was, and an LED that goes on burning says something that is no longer so.
    _ = gpio_request_drive(request, false)
    gpio_request_release(request)
  }

  func light(_ isLit: Bool) throws(Fault) {
    guard gpio_request_drive(request, isLit) == 0 else { throw .gpioLost(place, for: use) }
  }
}
