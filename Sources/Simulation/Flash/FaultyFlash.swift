import Journal
import Text

/// A folder of segments in memory that fails as flash does: the fault model of ``SegmentStore`` and ``BlockFile``.
///
/// The power can go at any write, sync or creation; then ``afterPowerCut(_:seed:)`` gives the flash as the next boot
/// finds it. Calls can fail by number. Work is counted. ``branched()`` copies the state, so that one run can be cut in
/// many ways.
public final class FaultyFlash: SegmentStore {
  private var files: [UInt32: FlashFile] = [:]
  /// The file whose creation was cut off; it is on the medium in part only.
  private var unfinished: UInt32?

  /// The number of the write, sync or creation, counted from 1, during which the power goes; nil: it stays.
  public var cutAt: Int?
  /// Calls that fail, by the same number. A read is not counted; it fails at the number of the next write or sync.
  public var faults: [Int: FlashFault] = [:]
  /// Bytes that fit on the flash; nil: any number.
  public var capacityBytes: Int?
  /// Whether a read gives only half of what was asked for.
  public var readsShort = false
  /// How long a sync takes; a stuck card takes seconds. Nobody waits: ``timeSpent`` adds up.
  public var syncTakes = Duration.zero

  /// Writes, syncs and creations so far.
  public private(set) var operations = 0
  /// Syncs so far.
  public private(set) var syncs = 0
  /// Bytes written so far, without the zeros of new segments.
  public private(set) var bytesWritten = 0
  /// Bytes read so far.
  public private(set) var bytesRead = 0
  /// The time that all syncs took.
  public private(set) var timeSpent = Duration.zero
  /// Whether the power is off: every call fails.
  public private(set) var isOff = false

  /// An empty flash.
  public init() {}

  /// A flash with these segments on it.
  public init(segments: [UInt32: [UInt8]]) { files = segments.mapValues { FlashFile(bytes: $0) } }

  /// What the system shows of each segment.
  public var contents: [UInt32: [UInt8]] { files.mapValues(\.visible) }

  /// A copy that goes its own way.
  public func branched() -> FaultyFlash {
    let copy = FaultyFlash()
    copy.files = files
    copy.unfinished = unfinished
    copy.cutAt = cutAt
    copy.faults = faults
    copy.capacityBytes = capacityBytes
    copy.readsShort = readsShort
    copy.syncTakes = syncTakes
    copy.operations = operations
    copy.syncs = syncs
    copy.bytesWritten = bytesWritten
    copy.bytesRead = bytesRead
    copy.timeSpent = timeSpent
    copy.isOff = isOff
    return copy
  }

  /// The flash as the next boot finds it, with all faults cleared and all counts at zero.
  ///
  /// - Parameters:
  ///   - tearing: what is left of writes that were not synced.
  ///   - seed: picks one of the many ways.
  public func afterPowerCut(_ tearing: Tearing, seed: UInt64) -> FaultyFlash {
    var random = SeededGenerator(seed: seed)
    let next = FaultyFlash()
    next.capacityBytes = capacityBytes
    for number in files.keys.sorted() {
      guard let file = files[number] else { continue }
      var bytes = file.cut(tearing, using: &random)
      if number == unfinished {
        if tearing == .lost { continue }
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      next.files[number] = FlashFile(bytes: bytes)
    }
    return next
  }

  /// The flash after the process alone was killed: nothing is lost, and what was not synced still is not.
  public func afterKill() -> FaultyFlash {
    let next = branched()
    next.isOff = false
    next.cutAt = nil
    next.faults = [:]
    return next
  }

  /// Turns a bit of the medium over.
  public func flip(bit: Int, of segment: UInt32, at offset: Int) {
    guard var bytes = files[segment]?.visible, bytes.indices.contains(offset) else { return }
    bytes[offset] ^= 1 << UInt8(bit & 7)
    files[segment] = FlashFile(bytes: bytes)
  }

  /// The numbers of the segments that are there, ascending.
  public func segments() throws(Fault) -> [UInt32] {
    if isOff { throw FlashFault.powerOff }
    return files.keys.sorted()
  }

  /// Opens a segment that is there.
  public func open(_ number: UInt32, writable: Bool) throws(Fault) -> any BlockFile {
    if isOff { throw FlashFault.powerOff }
    guard files[number] != nil else { throw Fault(.noInput, "there is no segment \(number)") }
    return FaultyFile(flash: self, number: number, isWritable: writable)
  }

  /// Makes a zero-filled segment, over whatever is in its place.
  public func create(_ number: UInt32, size: Int) throws(Fault) -> any BlockFile {
    let fault = try begin()
    let used = files.reduce(0) { $0 + ($1.key == number ? 0 : $1.value.visible.count) }
    if isOff || fault == .noSpace || capacityBytes.map({ used + size > $0 }) ?? false {
      files[number] = FlashFile(bytes: [UInt8](repeating: 0, count: isOff ? size : size / 3))
      unfinished = isOff ? number : nil
      throw isOff ? FlashFault.powerOff : FlashFault.noSpace.fault
    }
    files[number] = FlashFile(bytes: [UInt8](repeating: 0, count: size))
    if unfinished == number { unfinished = nil }
    return FaultyFile(flash: self, number: number, isWritable: true)
  }

  /// Counts an operation and turns the power off where it is due.
  private func begin() throws(Fault) -> FlashFault? {
    if isOff { throw FlashFault.powerOff }
    operations += 1
    isOff = operations == cutAt
    return faults[operations]
  }

  fileprivate func size(of number: UInt32) -> Int { files[number]?.visible.count ?? 0 }

  fileprivate func read(_ number: UInt32, at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    if isOff { throw FlashFault.powerOff }
    if faults[operations + 1] == .read {
      faults[operations + 1] = nil
      throw FlashFault.read.fault
    }
    guard let bytes = files[number]?.visible, bytes.indices.contains(offset), count > 0 else { return [] }
    let end = min(offset + (readsShort ? (count + 1) / 2 : count), bytes.count)
    bytesRead += end - offset
    return Array(bytes[offset..<end])
  }

  fileprivate func write(_ bytes: ArraySlice<UInt8>, to number: UInt32, at offset: Int) throws(Fault) {
    let fault = try begin()
    guard let file = files[number], offset >= 0, offset + bytes.count <= file.visible.count else {
      throw Fault(.software, "a write beyond the end of segment \(number)")
    }
    let part = fault == .write ? bytes.prefix(bytes.count / 2) : bytes
    files[number]?.write(part, at: offset)
    bytesWritten += part.count
    if isOff { throw FlashFault.powerOff }
    if fault == .write { throw FlashFault.write.fault }
  }

  fileprivate func sync(_ number: UInt32) throws(Fault) {
    let fault = try begin()
    syncs += 1
    timeSpent += syncTakes
    if isOff { throw FlashFault.powerOff }
    if fault == .sync {
      files[number]?.failSync()
      throw FlashFault.sync.fault
    }
    files[number]?.sync()
  }
}

/// An open segment of a ``FaultyFlash``.
private final class FaultyFile: BlockFile {
  private let flash: FaultyFlash
  private let number: UInt32
  private let isWritable: Bool

  init(flash: FaultyFlash, number: UInt32, isWritable: Bool) {
    self.flash = flash
    self.number = number
    self.isWritable = isWritable
  }

  var size: Int { flash.size(of: number) }

  func read(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    try flash.read(number, at: offset, count: count)
  }

  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Fault) {
    guard isWritable else { throw Fault(.noPermission, "segment \(number) is open for reading only") }
    try flash.write(bytes, to: number, at: offset)
  }

  func sync() throws(Fault) { try flash.sync(number) }
}
