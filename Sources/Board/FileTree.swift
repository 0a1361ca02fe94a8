import Glibc

/// The file system of a board seen from a folder that stands for its root, so that a test can lay out a board of its
/// own. Links are followed inside it, absolute ones too.
struct FileTree: Sendable {
  /// Linux gives up after 40 links (path_resolution(7)).
  private static let mostLinks = 40

  /// The folder; empty for the root itself.
  let root: String

  /// Where a path leads when all links are followed, as seen from the root; nil if it leads nowhere.
  func resolved(_ path: String) -> String? {
    var done: [Substring] = []
    var left = Array(path.split(separator: "/").reversed())
    var links = 0
    while let part = left.popLast() {
      if part == "." { continue }
      if part == ".." {
        _ = done.popLast()
        continue
      }
      let next = "/" + (done + [part]).joined(separator: "/")
      if let target = linkTarget(next) {
        links += 1
        guard links <= Self.mostLinks else { return nil }
        if target.hasPrefix("/") { done = [] }
        left += target.split(separator: "/").reversed()
      } else {
        done.append(part)
      }
    }
    let path = "/" + done.joined(separator: "/")
    return access(root + path, F_OK) == 0 ? path : nil
  }

  /// Where the system finds a path; it would follow an absolute link out of a tree that is not its own.
  private func host(_ path: String) -> String { root.isEmpty ? path : root + (resolved(path) ?? path) }

  /// What a link says; nil if the path is none.
  func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4_096)
    let count = readlink(root + path, &target, target.count)
    return count > 0 ? String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Whether there is something at this path.
  func contains(_ path: String) -> Bool { access(host(path), F_OK) == 0 }

  /// The names in a folder, sorted; none if it cannot be read.
  func names(in folder: String) -> [String] { ((try? FolderListing.names(in: host(folder))) ?? []).sorted() }

  /// What a small file holds, at most 64 KiB; nil if it cannot be read.
  func bytes(of path: String) -> [UInt8]? {
    let file = retryingInterrupts { open(host(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < 65_536 {
      let count = retryingInterrupts { read(file, &buffer, buffer.count) }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The words of a file, which blanks, line ends or zeros keep apart.
  func words(of path: String) -> [String] {
    (bytes(of: path) ?? []).split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The texts of a file, each ended by a zero, as in /proc/PID/cmdline and in the device tree.
  func strings(of path: String) -> [String] {
    (bytes(of: path) ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
