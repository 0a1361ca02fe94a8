import Glibc
import Journal
import Testing
import Text

@testable import Board

@Suite("The journal's folder")
struct StoreTests {
  @Test func `a new segment is zero-filled to its size with all blocks allocated`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    let file = try store.create(1, size: 200_000)
    #expect(file.size == 200_000)
    #expect(try file.read(at: 0, count: 300_000) == [UInt8](repeating: 0, count: 200_000))
    var status = stat()
    #expect(stat("\(folder.path)/journal/00000001.wmj", &status) == 0)
    #expect(Int(status.st_blocks) * 512 >= 200_000)
  }

  @Test func `what was written is read, by another handle too`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    let file = try store.create(7, size: 4_096)
    try file.write([1, 2, 3][...], at: 4_093)
    try file.sync()
    let other = try store.open(7, writable: false)
    #expect(other.size == 4_096)
    #expect(try other.read(at: 4_092, count: 100) == [0, 1, 2, 3])
    #expect(throws: Fault.self) { try file.write([1, 2, 3][...], at: 4_094) }
    #expect(throws: Fault.self) { try file.write([1][...], at: -1) }
    #expect(throws: Fault.self) { try other.write([1][...], at: 0) }
    #expect(try other.read(at: 4_096, count: 1).isEmpty)
    #expect(try other.read(at: .max, count: .max).isEmpty)
  }

  @Test func `segments are those with eight digits, ascending`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    for name in ["00000010.wmj", "00000002.wmj", "2.wmj", "00000003.wmj.old", "x.wmj", "+0000004.wmj", "lock"] {
      folder.write("journal/\(name)", [])
    }
    #expect(try store.segments() == [2, 10])
  }

  @Test func `an unfinished segment is made anew`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    folder.write("journal/00000001.wmj", [9, 9, 9])
    let file = try store.create(1, size: 1_024)
    #expect(try file.read(at: 0, count: 4) == [0, 0, 0, 0])
    #expect(file.size == 1_024)
  }

  @Test func `a segment that has no room leaves nothing behind`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    #expect(throws: Fault.self) { try store.create(1, size: 1 << 50) }
    #expect(folder.names("journal").isEmpty)
  }

  @Test func `a missing segment is a fault that names it`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: folder.path)
    let fault = #expect(throws: Fault.self) { try store.open(3, writable: false) }
    #expect(fault?.place?.hasSuffix("00000003.wmj") == true)
    #expect(fault?.code == .noInput)
  }

  @Test func `the folder is made with its parents`() throws {
    let folder = Folder()
    let store = try LinuxSegmentStore(data: "\(folder.path)/a/b")
    #expect(try store.segments().isEmpty)
    var status = stat()
    #expect(stat("\(folder.path)/a", &status) == 0 && status.st_mode & 0o777 == 0o750)
  }

  @Test func `a file in the way is a fault with a remedy`() {
    let folder = Folder()
    folder.write("data", [])
    for path in ["\(folder.path)/data", "\(folder.path)/data/below"] {
      let fault = #expect(throws: Fault.self) { try DataFolder.make(path) }
      #expect(fault?.code == .cannotCreate)
      #expect(fault?.remedy != nil)
    }
  }

  @Test func `a second daemon is told the number of the first`() throws {
    let folder = Folder()
    let lock = try FolderLock(folder: folder.path)
    let fault = #expect(throws: Fault.self) { try FolderLock(folder: folder.path) }
    #expect(fault?.code == .tryAgain)
    #expect(fault?.message.contains("\(getpid())") == true)
    withExtendedLifetime(lock) {}
  }

  @Test func `the lock goes with its holder`() throws {
    let folder = Folder()
    do { _ = try FolderLock(folder: folder.path) }
    #expect(throws: Never.self) { try FolderLock(folder: folder.path) }
  }

  @Test(arguments: [("/", nil), ("/a", "/"), ("/a/b/", "/a"), ("a/b", "a"), ("a", nil), ("//", nil)])
  func `the folder above a path`(path: String, parent: String?) {
    #expect(DataFolder.parent(of: path) == parent)
  }
}
