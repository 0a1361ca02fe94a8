import Journal
import Synchronization
import Text

/// Segments in memory that fail on demand.
final class CardModel: SegmentStore, Sendable {
  struct State {
    var segments: [UInt32: [UInt8]] = [:]
    var syncs = 0
    /// Thrown by every write, sync and creation while it is set.
    var fault: Fault?
  }

  let state = Mutex(State())

  static let broken = Fault(.inputOutput, "the card is broken", remedy: "take another")
  static let full = Fault(.cannotCreate, "the card is full", remedy: "make room")

  var fault: Fault? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  var syncs: Int { state.withLock { $0.syncs } }

  func check() throws(Fault) { if let fault { throw fault } }

  func segments() throws(Fault) -> [UInt32] { state.withLock { $0.segments.keys.sorted() } }

  func open(_ number: UInt32, writable: Bool) throws(Fault) -> any BlockFile {
    CardFile(card: self, number: number, size: state.withLock { $0.segments[number]?.count ?? 0 })
  }

  func create(_ number: UInt32, size: Int) throws(Fault) -> any BlockFile {
    try check()
    state.withLock { $0.segments[number] = [UInt8](repeating: 0, count: size) }
    return CardFile(card: self, number: number, size: size)
  }
}

private final class CardFile: BlockFile {
  let card: CardModel
  let number: UInt32
  let size: Int

  init(card: CardModel, number: UInt32, size: Int) {
    self.card = card
    self.number = number
    self.size = size
  }

  func read(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    card.state.withLock { Array(($0.segments[number] ?? []).dropFirst(offset).prefix(count)) }
  }

  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Fault) {
    try card.check()
    card.state.withLock { $0.segments[number]?.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
  }

  func sync() throws(Fault) {
    try card.check()
    card.state.withLock { $0.syncs += 1 }
  }
}
