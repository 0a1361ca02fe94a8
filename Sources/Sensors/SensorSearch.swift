/// Finds out what is on a bus, by identity registers and never by the address alone.
public struct SensorSearch: Sendable {
  /// The chips that were identified, in the order of the table.
  public private(set) var chips: [any Chip] = []
  /// Addresses where the bus itself failed, and why. That nobody answers is no failure.
  public private(set) var faults: [(address: UInt8, fault: BusFault)] = []
  /// Addresses where somebody answers whom no driver knows.
  public private(set) var strangers: [UInt8] = []

  /// How often a transfer is tried before a chip is believed to be absent: motors near the wires cause bursts of
  /// missing acknowledgements.
  static let attempts = 3

  /// Searches.
  ///
  /// - Parameters:
  ///   - bus: what to search; it blocks for some ten milliseconds, much longer where a chip holds the bus.
  ///   - types: the drivers to try, in this order.
  public init(on bus: any I2CBus, among types: [any Chip.Type] = ChipTable.all) {
    var answering: Set<UInt8> = []
    var known: Set<UInt8> = []
    var failing: [UInt8: BusFault] = [:]
    for type in types {
      for address in type.addresses where !known.contains(address) && failing[address] == nil {
        do throws(BusFault) {
          let chip = try Self.retrying(on: bus) { () throws(BusFault) in try type.identify(on: bus, at: address) }
          answering.insert(address)
          guard let chip else { continue }
          known.insert(address)
          chips.append(chip)
        } catch {
          if error != .noAnswer { failing[address] = error }
          // A held bus holds all addresses, and each try costs a second.
          if error == .stuck {
            faults = [(address, error)]
            return
          }
        }
      }
    }
    faults = failing.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    strangers = answering.subtracting(known).sorted()
  }

  private static func retrying<T>(
    on bus: any I2CBus, _ body: () throws(BusFault) -> T
  ) throws(BusFault) -> T {
    var attempt = 1
    while true {
      do throws(BusFault) {
        return try body()
      } catch {
        guard attempt < attempts, error != .takenByKernel, error != .stuck else { throw error }
        bus.pause(.milliseconds(attempt))
        attempt += 1
      }
    }
  }
}
