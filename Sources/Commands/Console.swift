import Glibc
import Text

/// Where a command prints: data on standard output, everything else on standard error.
///
/// Output is gathered and written in large pieces. When the reader goes away (`| head`), the process ends quietly, as a
/// filter should.
final class Console: Sendable {
  private let out = OutputBuffer(descriptor: STDOUT_FILENO)

  /// A console on the process's own standard streams.
  init() {}

  /// Whether standard output is a terminal.
  var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Columns of the terminal; 80 where there is none.
  var columns: Int { size?.columns ?? 80 }

  /// Rows of the terminal; 24 where there is none.
  var rows: Int { size?.rows ?? 24 }

  private var size: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Prints bytes as they are.
  func write(_ bytes: some Collection<UInt8>) { out.append(bytes) }

  /// Prints a line.
  func print(_ line: String) {
    out.append(line.utf8)
    out.append(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes out what was gathered.
  func flush() { out.flush() }

  /// Says something beside the data: a line on standard error.
  func note(_ line: String) {
    flush()
    let text = Array("waymark: \(line)\n".utf8)
    OutputBuffer.writeAll(text[...], to: STDERR_FILENO)
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Bytes on their way to a file descriptor. A command is one thread; the lock is never waited for.
private final class OutputBuffer: @unchecked Sendable {
  private static let limit = 1 << 16
  private let descriptor: Int32
  private var pending: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  func append(_ bytes: some Collection<UInt8>) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.limit { flush() }
  }

  func flush() {
    Self.writeAll(pending[...], to: descriptor)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes everything. A reader that has gone ends the process with success; another failure with EX_IOERR.
  static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        exit(0)
      } else if errno != EINTR && errno != EAGAIN {
        exit(Fault.Code.inputOutput.rawValue)
      }
    }
  }
}

/// Puts /dev/null where the caller has closed a standard stream, so that no file of ours gets its number and then its
/// messages.
func openStandardStreams() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDWR)
  }
}
