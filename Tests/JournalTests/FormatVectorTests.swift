import Foundation
import Journal
import Simulation
import Testing

/// The examples of docs/FORMAT.md are read from the document itself, so that it cannot fall behind the code.
@Suite("Examples of FORMAT.md: frames")
struct FormatVectorTests {
  /// The bytes of the block ```` ```hex NAME ````; what follows a `#` is for people.
  static func bytes(of name: String) throws -> [UInt8] {
    let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/FORMAT.md")
    let text = String(decoding: try Data(contentsOf: document), as: UTF8.self)
    let block = try #require(text.split(separator: "```hex \(name)\n").dropFirst().first?.split(separator: "```").first)
    return block.split(separator: "\n").flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }

  @Test func `the CRC of the document is the code's`() throws {
    #expect(CRC32C.of(try Self.bytes(of: "crc-input")) == 0xE306_9283)
    let crc = try Self.bytes(of: "crc")
    #expect(crc == [0x83, 0x92, 0x06, 0xE3])
    #expect(CRC32C.of([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    // Long enough for the eight bytes a step, at every remainder.
    let bytes = (0..<40).map { UInt8($0) }
    for split in 0...40 {
      var crc = CRC32C()
      crc.update(bytes[..<split])
      crc.update(bytes[split...])
      #expect(crc.value == CRC32C.of(bytes))
    }
  }

  @Test func `the segment of the document is what the code writes and reads`() throws {
    let bytes = try Self.bytes(of: "segment")
    let frames = [
      Frame(firstSequence: 1, count: 2, payload: [0xAA, 0xBB, 0xCC]),
      Frame(firstSequence: 3, count: 300, payload: [0x11]),
      Frame(firstSequence: 303, count: 1, payload: []),
    ]
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: 512)
    try writer.append([frames[0]])
    try writer.append([frames[1], frames[2]])
    let written = try #require(flash.contents[1])
    let used = Array(written.prefix(76))
    #expect(used == bytes, "\(used.map { String($0, radix: 16) }.joined(separator: " "))")
    #expect(!written.dropFirst(76).contains { $0 != 0 })
    let (read, findings) = try Script.read(
      FaultyFlash(segments: [1: bytes + [UInt8](repeating: 0, count: 512 - bytes.count)]))
    #expect(read == frames)
    #expect(findings == Findings())
  }
}
