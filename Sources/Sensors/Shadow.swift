/// The control registers as a driver wrote them: what ``Chip/isConfigured(on:)`` compares with.
struct Shadow: Sendable {
  private let address: UInt8
  private var entries: [(register: UInt8, value: UInt8)] = []

  /// Remembers nothing yet.
  init(of address: UInt8) { self.address = address }

  /// Writes a register and remembers it.
  mutating func write(_ value: UInt8, to register: UInt8, on bus: any I2CBus) throws(BusFault) {
    try bus.write(value, to: register, of: address)
    remember(value, in: register)
  }

  /// Remembers what was written some other way.
  mutating func remember(_ value: UInt8, in register: UInt8) {
    if let index = entries.firstIndex(where: { $0.register == register }) {
      entries[index].value = value
    } else {
      entries.append((register, value))
    }
  }

  /// Forgets all, as the chip does in a reset.
  mutating func forget() { entries = [] }

  /// Whether the chip still holds all that was written; not if nothing was.
  func isHeld(on bus: any I2CBus) throws(BusFault) -> Bool {
    for entry in entries where try bus.read(entry.register, of: address) != entry.value { return false }
    return !entries.isEmpty
  }
}
