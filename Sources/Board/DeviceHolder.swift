import Glibc

/// Finds out which process has a device open.
enum DeviceHolder {
  /// The first process that has the device open, as `gpsd (process 812)`; nil if there is none or if this user may not
  /// see it.
  ///
  /// - Parameter except: a process that may have it.
  static func find(_ path: String, except: Int? = nil, proc: String = "/proc") -> String? {
    guard let target = resolved(path) else { return nil }
    for process in names(in: proc)
    where process.utf8.allSatisfy({ (0x30...0x39).contains($0) }) && Int(process) != except {
      let descriptors = "\(proc)/\(process)/fd"
      for descriptor in names(in: descriptors) where link("\(descriptors)/\(descriptor)") == target {
        return "\(command(of: process, proc: proc)) (process \(process))"
      }
    }
    return nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func names(in folder: String) -> [String] { (try? FolderListing.names(in: folder)) ?? [] }

  private static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 512)
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  private static func command(of process: String, proc: String) -> String {
    let file = open("\(proc)/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "another program" }
    defer { close(file) }
    var name = [UInt8](repeating: 0, count: 64)
    let count = read(file, &name, name.count)
    return String(decoding: name.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
