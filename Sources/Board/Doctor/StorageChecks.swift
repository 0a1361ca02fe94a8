import Glibc
import Journal
import Text

/// Whether records stay where they are put.
struct StorageChecks {
  /// The folder of the journal.
  var data: String
  /// What `/proc/self/mountinfo` says.
  var mounts: String
  /// Free bytes where the data folder is; nil if unknown.
  var freeBytes: UInt64?
  /// Whether this user can write there; nil if it could not be told.
  var isWritable: Bool?

  /// Below this the doctor warns: a week of a fix a second.
  private static let littleRoom: UInt64 = 64 << 20

  /// Looks at the folder as it is now; the nearest one above it where it is not there yet.
  ///
  /// - Parameter isDaemonsToWrite: whether a daemon runs, which tells by itself what it cannot write: whoever asks need
  ///   not be able to.
  init(data: String, isDaemonsToWrite: Bool) {
    self.data = data
    var nearest = data
    while access(nearest, F_OK) != 0, let parent = DataFolder.parent(of: nearest) { nearest = parent }
    if let resolved = realpath(nearest, nil) {
      self.data = String(cString: resolved)
      free(resolved)
    }
    mounts = SmallFile.text("/proc/self/mountinfo") ?? ""
    var system = statvfs()
    if statvfs(nearest, &system) == 0 { freeBytes = UInt64(system.f_bavail) * UInt64(system.f_frsize) }
    isWritable = isDaemonsToWrite ? nil : access(nearest, W_OK) == 0
  }

  init(data: String, mounts: String, freeBytes: UInt64?, isWritable: Bool?) {
    self.data = data
    self.mounts = mounts
    self.freeBytes = freeBytes
    self.isWritable = isWritable
  }

  var findings: [Finding] { [room, fileSystem, options].compactMap(\.self) }

  private var room: Finding? {
    guard let freeBytes else { return nil }
    let free = freeBytes >= 10 << 30 ? "\(freeBytes >> 30) GB" : "\(freeBytes >> 20) MB"
    if freeBytes < UInt64(JournalWriter.usualSegmentSize) {
      return Finding(
        "storage.room", .fault, "\(data): \(free) are free, and the next segment of the journal needs 4 MB",
        remedy: "free some space, or set [storage] data to another disk", code: .cannotCreate)
    }
    if freeBytes < Self.littleRoom {
      return Finding(
        "storage.room", .warning, "\(data): only \(free) are free",
        remedy: "free some space, or set [storage] data to another disk")
    }
    return Finding("storage.room", .good, "\(data): \(free) are free")
  }

  private var fileSystem: Finding? {
    guard let mount = Mount.holding(data, in: mounts) else { return nil }
    switch mount.type {
    case "tmpfs", "ramfs", "overlay", "aufs", "squashfs":
      return Finding(
        "storage.filesystem", .fault, "\(data) is on a \(mount.type): what is recorded is gone with the power",
        remedy:
          "set [storage] data to a folder on the card or on a disk (with an overlay root: to a partition of its own)",
        code: .configuration)
    case "vfat", "exfat", "msdos":
      return Finding(
        "storage.filesystem", .warning, "\(data) is on a \(mount.type), which a pulled plug can damage",
        remedy: "keep the journal on ext4, and set only [storage] tracks to this card")
    case "nfs", "nfs4", "cifs", "fuse.sshfs", "9p":
      return Finding(
        "storage.filesystem", .warning,
        "\(data) is on another machine (\(mount.type)): without network nothing is kept",
        remedy: "set [storage] data to a disk of this board")
    default:
      return Finding("storage.filesystem", .good, "\(mount.type) on \(mount.source)")
    }
  }

  private var options: Finding? {
    guard let mount = Mount.holding(data, in: mounts) else { return nil }
    if mount.options.contains("ro") {
      return Finding(
        "storage.mount", .fault, "\(mount.point) is mounted read-only",
        remedy: "look for errors of the card with `dmesg`; then `sudo mount -o remount,rw \(mount.point)`",
        code: .cannotCreate)
    }
    if isWritable == false {
      return Finding(
        "storage.mount", .fault, "\(data) cannot be written by this user",
        remedy: "run as the user of the service, or change the owner of the folder", code: .noPermission)
    }
    let unsafe = ["nobarrier", "barrier=0", "data=writeback"].filter(mount.options.contains)
    if !unsafe.isEmpty {
      return Finding(
        "storage.mount", .warning,
        "\(mount.point) is mounted with \(unsafe.joined(separator: ", ")): saved may not be safe",
        remedy: "take that out of /etc/fstab")
    }
    return Finding("storage.mount", .good, "\(mount.point) is mounted \(mount.options.first ?? "rw")")
  }
}
