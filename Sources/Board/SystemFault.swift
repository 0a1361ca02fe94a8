import Glibc
import Text

extension Fault {
  /// A fault of a system call, with the system's own words and the remedy that fits them.
  ///
  /// - Parameters:
  ///   - code: the kind of trouble, unless the error itself says that permission lacks.
  ///   - message: what was tried.
  ///   - place: what it was tried on.
  ///   - remedy: what the reader can do, where the error itself does not say.
  ///   - number: the `errno` of the call.
  static func system(
    _ code: Code, _ message: String, place: String? = nil, remedy: String? = nil, errno number: Int32 = errno
  ) -> Fault {
    let cause = String(cString: strerror(number))
    return switch number {
    case ENOSPC, EDQUOT:
      Fault(
        code, message, remedy: "make room on that file system; nothing acknowledged is lost", cause: cause, place: place
      )
    case EROFS:
      Fault(
        code, message, remedy: "remount it writable, or name a writable folder with --data", cause: cause, place: place)
    case EACCES, EPERM:
      Fault(
        .noPermission, message, remedy: remedy ?? "check the owner and mode of it and of the folders above",
        cause: cause, place: place)
    case EMFILE, ENFILE:
      Fault(code, message, remedy: "raise the limit of open files (ulimit -n)", cause: cause, place: place)
    default:
      Fault(code, message, remedy: remedy, cause: cause, place: place)
    }
  }
}

/// Calls again while a signal interrupts the call.
///
/// - Returns: what the call returned; -1 with `errno` set if it failed for another reason.
func retryingInterrupts<Value: FixedWidthInteger & SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
