import CLinux
import Glibc
import Text

/// An open line to a receiver: any terminal, a pseudo terminal too, in raw mode and for this process alone.
final class SerialPort {
  /// What a read gave.
  enum Reading {
    /// This many bytes are at the start of the buffer.
    case bytes(Int)
    /// Nothing waits.
    case nothing
    /// The line is gone: unplugged, hung up or broken.
    case gone(Fault)
  }

  /// To be watched for reading, and nothing else.
  let descriptor: Int32
  private let path: String

  /// Opens and claims a terminal.
  ///
  /// - Parameters:
  ///   - path: the device.
  ///   - speedBaud: the speed to set, where the device has one.
  /// - Throws: 66 for what is not there or is no terminal, 75 with the holder's name for what another process claims,
  ///   77 without permission, 78 for a speed that the device does not have.
  init(path: String, speedBaud: Int) throws(Fault) {
    try Self.checkKind(of: path)
    // Some receivers' devices are readable only; Waymark can live with that.
    var opened = retryingInterrupts { open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
    if opened < 0, errno == EACCES || errno == EROFS {
      opened = retryingInterrupts { open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
    }
    guard opened >= 0 else {
      if errno == EBUSY { throw Self.busy(path) }
      throw Self.unopenable(path)
    }
    do throws(Fault) {
      try Self.prepare(opened, path: path, speedBaud: speedBaud)
    } catch {
      close(opened)
      throw error.code == .tryAgain ? Self.busy(path) : error
    }
    descriptor = opened
    self.path = path
  }

  deinit { close(descriptor) }

  /// Reads what waits, as much as fits.
  func read(into buffer: inout [UInt8]) -> Reading {
    let count = retryingInterrupts { Glibc.read(descriptor, &buffer, buffer.count) }
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EAGAIN { return .nothing }
    return .gone(
      Fault(
        .noInput, "the receiver's line hung up", remedy: "check its plug; it is opened again by itself",
        cause: count < 0 ? String(cString: strerror(errno)) : nil, place: path))
  }

  /// Writes as much as the port takes now.
  ///
  /// - Returns: how many bytes it took; 0 if the line is gone, which reading tells.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = retryingInterrupts {
      bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
    return max(0, count)
  }

  /// Changes the speed, once what was written has left. A pseudo terminal has none.
  ///
  /// - Throws: 78 if the port has no such speed.
  func setSpeed(baud: Int) throws(Fault) {
    guard !linux_tty_is_pseudo(descriptor) else { return }
    guard linux_tty_set_speed(descriptor, UInt32(clamping: baud)) == 0 else {
      throw .system(.configuration, "the serial port does not take \(baud) Bd", place: path)
    }
  }

  /// Throws 66 for what is there and can never be a receiver: a file, a folder, a pipe.
  static func checkKind(of path: String) throws(Fault) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFCHR: return
    case S_IFREG:
      throw Fault(
        .noInput, "the receiver is a file, not a serial port", remedy: "play a recorded log with `waymark replay`",
        place: path)
    case S_IFDIR:
      throw Fault(
        .noInput, "the receiver is a folder, not a serial port", remedy: "name a device such as /dev/serial0",
        place: path)
    default:
      throw Fault(
        .noInput, "the receiver is a pipe or socket, not a serial port",
        remedy: "name a device such as /dev/serial0, or a pseudo terminal", place: path)
    }
  }

  private static let notATerminal = "the receiver is no serial port"

  /// Whether waiting cannot help: what was named is no receiver, or has no such speed.
  static func isHopeless(_ fault: Fault) -> Bool { fault.code == .configuration || fault.message == notATerminal }

  private static func prepare(_ descriptor: Int32, path: String, speedBaud: Int) throws(Fault) {
    guard isatty(descriptor) == 1 else {
      throw Fault(
        .noInput, notATerminal, remedy: "name a device such as /dev/serial0", place: path)
    }
    // TIOCEXCL keeps out everybody but root; flock is what other programs of this kind look at, root's too.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Fault(.tryAgain, "busy") }
    _ = linux_tty_claim(descriptor)
    let speed = linux_tty_is_pseudo(descriptor) ? 0 : UInt32(clamping: speedBaud)
    guard linux_tty_set_raw(descriptor, speed) == 0 else {
      if errno == EINVAL {
        throw Fault(
          .configuration, "the serial port has no speed of \(speedBaud) Bd",
          remedy: "set [receiver] speed to a usual one such as 9600, 38400 or 115200", place: path)
      }
      throw .system(.inputOutput, "the serial port cannot be set up", place: path)
    }
  }

  private static func unopenable(_ path: String) -> Fault {
    let number = errno
    return .system(
      .noInput, "the receiver cannot be opened", place: path,
      remedy: number == EACCES
        ? "add this user to the group that owns the device (usually dialout)"
        : "check its plug and [receiver] device; it is tried again by itself", errno: number)
  }

  private static func busy(_ path: String) -> Fault {
    let holder = DeviceHolder.find(path).map { "by \($0)" } ?? "by another process"
    return Fault(
      .tryAgain, "the receiver is in use \(holder)", remedy: "stop it; the receiver is tried again by itself",
      place: path)
  }
}
