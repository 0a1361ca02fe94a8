import Glibc
import Sensors

/// A transfer as it comes from the adapter.
struct TransferRequest {
  var address: UInt8
  var written: [UInt8]
  var count: Int
}

/// The protocol of `i2c-cuse` on standard input and output.
struct TransferPipes {
  /// The next transfer; nil when the adapter has gone.
  func next() -> TransferRequest? {
    guard let head = read(3), let written = read(number(head[1], head[2])), let tail = read(2) else { return nil }
    return TransferRequest(address: head[0], written: written, count: number(tail[0], tail[1]))
  }

  /// Whether an answer without bytes, or with an errno, could be sent.
  func answer(status: Int32) -> Bool { write([UInt8(truncatingIfNeeded: status)]) }

  /// Whether the bytes of an answer could be sent.
  func answer(_ bytes: [UInt8]) -> Bool { write([0] + bytes) }

  private func number(_ low: UInt8, _ high: UInt8) -> Int { Int(low) | Int(high) << 8 }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress?.advanced(by: filled), count - filled) }
      if got == 0 || (got < 0 && errno != EINTR) { return nil }
      filled += max(0, got)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let went = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress?.advanced(by: sent), bytes.count - sent) }
      if went < 0 && errno != EINTR { return false }
      sent += max(0, went)
    }
    return true
  }
}

extension BusFault {
  /// What a controller of the kernel would return.
  var errorNumber: Int32 {
    switch self {
    case .noAnswer: ENXIO
    case .stuck: ETIMEDOUT
    case .arbitrationLost: EAGAIN
    case .short: EIO
    case .takenByKernel: EBUSY
    case .system(let number): number
    }
  }
}
