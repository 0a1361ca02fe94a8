import Journal
import Simulation
import Testing
import Text

/// Frames whose bytes follow from a seed, and the appends of a run.
struct Script {
  static let segmentSize = 1_024

  /// A frame with random bytes in it.
  static func frame(first: UInt64, count: Int, bytes: Int, seed: UInt64 = 0) -> Frame {
    var random = SeededGenerator(seed: first &* 31 &+ seed)
    // Runs of zeros, as records have them too: a tear inside them is invisible.
    let payload = (0..<bytes).map { index in index % 40 < 8 ? 0 : UInt8.random(in: 0...255, using: &random) }
    return Frame(firstSequence: first, count: count, payload: payload)
  }

  /// Appends of one frame and of several, across the ends of segments, up to one that fills a segment.
  static func appends(from first: UInt64 = 1, seed: UInt64 = 0, short: Bool = false) -> [[Frame]] {
    let lengths: [[Int]] =
      short
      ? [[40, 200, 10], [333], [500, 90]]
      : [[40], [200], [10, 300, 7], [0], [600], [120, 700, 90, 90, 800], [1_000], [5], [64, 64, 64, 64, 64]]
    var next = first
    return lengths.map { lengths in
      lengths.map { length in
        defer { next += UInt64(length % 7 + 1) }
        return frame(first: next, count: length % 7 + 1, bytes: length, seed: seed)
      }
    }
  }

  /// Performs appends until one throws.
  ///
  /// - Returns: the frames that were acknowledged.
  static func run(_ appends: [[Frame]], on writer: inout JournalWriter) -> [Frame] {
    var acknowledged: [Frame] = []
    for frames in appends {
      do { try writer.append(frames) } catch { break }
      acknowledged += frames
    }
    return acknowledged
  }

  /// A flash after all appends.
  static func written(_ appends: [[Frame]] = appends()) throws -> FaultyFlash {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: segmentSize)
    for frames in appends { try writer.append(frames) }
    return flash
  }

  /// All frames that can be read, and what else was found.
  static func read(_ flash: FaultyFlash) throws -> (frames: [Frame], findings: Findings) {
    var reader = try JournalReader(store: flash)
    var frames: [Frame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return (frames, reader.findings)
  }
}
