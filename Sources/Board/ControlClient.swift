import Glibc
import Text

/// One connection to the control socket.
final class ControlClient {
  /// The longest request line, bytes.
  static let maximumRequest = 65_536
  /// As many bytes may wait for a client that does not read; then it is dropped.
  static let maximumUnread = 1_048_576

  let descriptor: Int32
  var feed: ControlSocket.Feed?
  /// Requests that are not answered yet.
  var openRequests = 0

  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var sent = 0
  /// The client sends no more; it may still read.
  private var isHalfClosed = false
  private var isGone = false
  private var interest = EventLoop.Interest()

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether nothing is left to be done for this client.
  var isDone: Bool { isGone || isHalfClosed && openRequests <= 0 && feed == nil && output.isEmpty }

  /// Reads what came and hands over each whole line.
  func receive(take: (ArraySlice<UInt8>) -> Void) {
    guard !isHalfClosed else {
      // Reported only because the other side closed everything.
      isGone = true
      return
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = retryingInterrupts { recv(descriptor, &buffer, buffer.count, 0) }
    if count < 0, errno == EAGAIN { return }
    guard count > 0 else {
      isHalfClosed = count == 0
      isGone = count < 0
      return
    }
    input.append(contentsOf: buffer[..<count])
    var start = 0
    while let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = input[start..<end]
      start = end + 1
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { take(line) }
      if isGone { return }
    }
    input.removeFirst(start)
    if input.count > Self.maximumRequest {
      openRequests = 0
      feed = nil
      put(
        ControlAnswer.failure(
          Fault(
            .data, "the request is longer than \(Self.maximumRequest) bytes", remedy: "send one JSON object a line")))
      input = []
      isHalfClosed = true
    }
  }

  /// Sends a line, or keeps it until the client reads.
  func put(_ line: [UInt8]) {
    guard !isGone else { return }
    output.append(contentsOf: line)
    flush()
    if output.count - sent > Self.maximumUnread { isGone = true }
  }

  /// Sends what waits, as much as the client takes.
  func flush() {
    while sent < output.count {
      let count = output.withUnsafeBytes { bytes in
        retryingInterrupts {
          send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
      }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        isGone = true
        return
      }
      sent += count
    }
    output.removeAll(keepingCapacity: output.capacity <= 65_536)
    sent = 0
  }

  /// What to watch this client for, if that has changed since the last call.
  func changedInterest() -> EventLoop.Interest? {
    let wanted = EventLoop.Interest(read: !isHalfClosed, write: !output.isEmpty)
    guard wanted.read != interest.read || wanted.write != interest.write else { return nil }
    interest = wanted
    return wanted
  }
}
