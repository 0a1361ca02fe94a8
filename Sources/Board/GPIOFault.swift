import Glibc
import Text

extension Fault {
  /// What lets a user open GPIO chips.
  private static let gpioGroup = "add this user to the group that owns the device (usually gpio) and log in again"

  /// A chip that cannot be opened; reads `errno`.
  static func gpioChip(_ path: String) -> Fault {
    switch errno {
    case EACCES, EPERM: .system(.noPermission, "the GPIO chip cannot be opened", place: path, remedy: gpioGroup)
    case ENOENT, ENODEV, ENXIO:
      .system(
        .noInput, "there is no such GPIO chip", place: path,
        remedy: "name the chip by its label, which does not change with the kernel; see `ls /dev/gpiochip*`")
    case ENOTTY: .system(.noInput, "this is no GPIO chip", place: path, remedy: "name a device such as /dev/gpiochip0")
    default: .system(.unavailable, "the GPIO chip cannot be read", place: path)
    }
  }

  /// A line that cannot be taken; reads `errno`.
  ///
  /// - Parameters:
  ///   - use: what it is for, such as `button`.
  ///   - holder: tells who has it.
  static func gpioRequest(
    _ place: GPIOLinePlace, for use: String, hasBias: Bool = false, holder: (GPIOLinePlace) -> String?
  ) -> Fault {
    let number = errno
    return switch number {
    case EBUSY:
      Fault(
        .tryAgain, "the line of the \(use) is in use by \(holder(place) ?? "another program")",
        remedy: "stop it, or remove its dtoverlay from the boot configuration; the line is tried again by itself",
        place: place.description)
    case EACCES, EPERM:
      .system(
        .noPermission, "the line of the \(use) cannot be taken", place: place.description, remedy: gpioGroup,
        errno: number)
    case ENOENT, ENODEV, ENXIO:
      .system(
        .noInput, "the chip of the \(use) is gone", place: place.description,
        remedy: "it is tried again by itself; see `ls /dev/gpiochip*`", errno: number)
    case EINVAL where hasBias, ENOTSUP where hasBias:
      .system(
        .configuration, "the line of the \(use) cannot be set up", place: place.description,
        remedy: "if this chip has no pull resistors, set no bias and solder one; else check the line's number",
        errno: number)
    default:
      .system(.unavailable, "the line of the \(use) cannot be taken", place: place.description, errno: number)
    }
  }

  /// A line that was taken and no longer works; reads `errno`.
  static func gpioLost(_ place: GPIOLinePlace, for use: String) -> Fault {
    .system(
      .inputOutput, "the line of the \(use) is lost", place: place.description, remedy: "it is taken again by itself")
  }
}
