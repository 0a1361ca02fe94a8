import Glibc
import Journal
import Text

/// A ``BlockFile`` on a file system of this host.
public final class LinuxBlockFile: BlockFile {
  /// Bytes in the file when it was opened.
  public let size: Int
  private let descriptor: Int32
  private let path: String

  /// Takes over an open file.
  init(descriptor: Int32, size: Int, path: String) {
    self.descriptor = descriptor
    self.size = size
    self.path = path
  }

  deinit { close(descriptor) }

  /// Reads up to `count` bytes; fewer only at the end of the file, or if the file has become shorter.
  ///
  /// - Throws: 74.
  public func read(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    let wanted = max(0, min(count, size - offset))
    guard offset >= 0, wanted > 0 else { return [] }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let part = retryingInterrupts {
          pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
        }
        if part < 0 { failure = errno }
        if part <= 0 { return }
        filled += part
      }
    }
    guard failure == 0 else { throw .system(.inputOutput, "reading fails", place: path, errno: failure) }
    return bytes
  }

  /// Writes all of `bytes` inside the file.
  ///
  /// - Throws: 74; also for bytes that reach beyond the end, since a file that grows is not durable by the same means.
  public func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Fault) {
    guard offset >= 0, bytes.count <= size, offset <= size - bytes.count else {
      throw Fault(.software, "a write reaches beyond the end of the segment", place: path)
    }
    try Self.write(bytes, at: offset, to: descriptor, path: path)
  }

  /// Returns when everything written is on the medium (fdatasync).
  ///
  /// - Throws: 74.
  public func sync() throws(Fault) {
    guard retryingInterrupts({ fdatasync(descriptor) }) == 0 else {
      throw .system(.inputOutput, "the medium does not take what was written", place: path)
    }
  }

  /// Writes all of `bytes` to an open file.
  static func write(
    _ bytes: ArraySlice<UInt8>, at offset: Int, to descriptor: Int32, path: String
  ) throws(Fault) {
    var written = 0
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      while written < buffer.count {
        let part = retryingInterrupts {
          pwrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(offset + written))
        }
        if part <= 0 {
          failure = part < 0 ? errno : EIO
          return
        }
        written += part
      }
    }
    guard failure == 0 else { throw .system(.inputOutput, "writing fails", place: path, errno: failure) }
  }
}
