import CLinux
import Glibc
import Sensors
import Text

/// A bus of this board, by the kernel's `/dev/i2c-N`.
///
/// Raw ioctls do all there is to do, so that no libi2c need be installed. Belongs to one thread.
public final class LinuxI2CBus: I2CBus {
  /// The device, such as `/dev/i2c-1`.
  public let path: String

  private let descriptor: Int32
  private let abilities: linux_i2c_abilities
  /// Whose turn it was last: choosing again costs a system call.
  private var chosen: UInt8?
  /// Whom no driver of the kernel has. A combined transfer names its device itself, so that this is asked only once.
  private var free: Set<UInt8> = []

  /// Opens a bus.
  ///
  /// - Parameter path: the device, such as `/dev/i2c-1`.
  /// - Throws: 66 for what is not there or is no bus, 77 without permission, each with what to do.
  public init(path: String) throws(Fault) {
    let opened = retryingInterrupts { open(path, O_RDWR | O_CLOEXEC) }
    guard opened >= 0 else { throw Self.unopenable(path) }
    var abilities = linux_i2c_abilities()
    guard linux_i2c_abilities(opened, &abilities) == 0 else {
      let number = errno
      close(opened)
      throw .system(
        .noInput, "this is no I2C bus", place: path, remedy: "name a bus such as /dev/i2c-1", errno: number)
    }
    descriptor = opened
    self.abilities = abilities
    self.path = path
  }

  deinit { close(descriptor) }

  /// The buses of this board, by number; empty where I2C is not enabled.
  public static func paths(in folder: String = "/dev") -> [String] {
    let names = (try? FolderListing.names(in: folder)) ?? []
    let numbers = names.filter { $0.hasPrefix("i2c-") }.compactMap { Int($0.dropFirst(4)) }
    return numbers.sorted().map { "\(folder)/i2c-\($0)" }
  }

  /// Does one transfer; the seam says what it promises.
  public func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8] {
    // The kernel's limit of one message (i2cdev_ioctl_rdwr).
    guard count >= 0, count <= 8_192, bytes.count <= 8_192 else { throw .system(EINVAL) }
    // A combined transfer is let through to a chip that a driver of the kernel has; only choosing is refused.
    if abilities.combined ? !free.contains(address) : chosen != address {
      guard linux_i2c_choose(descriptor, address) == 0 else {
        chosen = nil
        throw BusFault(errno: errno)
      }
      chosen = address
      free.insert(address)
    }
    if abilities.combined {
      do throws(BusFault) {
        return try combined(address, bytes, count)
      } catch {
        free.remove(address)
        throw error
      }
    }
    let calls = try SMBusCall.calls(
      writing: bytes, reading: count, readsBlocks: abilities.read_block, writesBlocks: abilities.write_block)
    var result: [UInt8] = []
    for call in calls { result += try perform(call) }
    guard result.count == count else { throw .short }
    return result
  }

  /// Sleeps.
  public func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return }
    // A signal may interrupt the sleep.
    var left = timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    while true {
      var rest = timespec()
      guard clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &rest) == EINTR else { return }
      left = rest
    }
  }

  private func combined(_ address: UInt8, _ bytes: [UInt8], _ count: Int) throws(BusFault) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    let done = result.withUnsafeMutableBufferPointer { read in
      bytes.withUnsafeBufferPointer { written in
        retryingInterrupts {
          linux_i2c_transfer(
            descriptor, address, written.baseAddress, Int32(written.count), read.baseAddress, Int32(read.count))
        }
      }
    }
    guard done == 0 else { throw BusFault(errno: errno) }
    return result
  }

  private func perform(_ call: SMBusCall) throws(BusFault) -> [UInt8] {
    var bytes: [UInt8] = []
    let result: Int32
    switch call {
    case .quick:
      // Where there is none, a read tells as well whether somebody is there.
      result = abilities.quick ? linux_smbus_quick(descriptor) : min(0, linux_smbus_receive(descriptor))
    case .receive:
      result = linux_smbus_receive(descriptor)
      bytes = [UInt8(truncatingIfNeeded: result)]
    case .send(let byte): result = linux_smbus_send(descriptor, byte)
    case .read(let register):
      result = linux_smbus_read(descriptor, register)
      bytes = [UInt8(truncatingIfNeeded: result)]
    case .write(let byte, let register): result = linux_smbus_write(descriptor, register, byte)
    case .readBlock(let register, let count):
      bytes = [UInt8](repeating: 0, count: count)
      result = linux_smbus_read_block(descriptor, register, &bytes, Int32(count))
      if result >= 0, result < count { throw .short }
    case .writeBlock(let values, let register):
      result = linux_smbus_write_block(descriptor, register, values, Int32(values.count))
    }
    guard result >= 0 else { throw BusFault(errno: errno) }
    return bytes
  }

  private static func unopenable(_ path: String) -> Fault {
    switch errno {
    case ENOENT, ENODEV, ENXIO:
      .system(
        .noInput, "there is no such I2C bus", place: path,
        remedy: "enable it with `sudo raspi-config` (Interface Options, I2C) or with dtparam=i2c_arm=on in "
          + "/boot/firmware/config.txt and a restart; elsewhere load the module i2c-dev")
    case EACCES, EPERM:
      .system(
        .noPermission, "the I2C bus may not be opened", place: path,
        remedy: "add this user to the group i2c: `sudo usermod -aG i2c $USER`, and log in anew")
    default:
      .system(.noInput, "the I2C bus cannot be opened", place: path)
    }
  }
}
