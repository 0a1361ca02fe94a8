import Sensors
import Testing

@Suite struct `Faults of a bus` {
  @Test func `differ by their errno`() {
    #expect(BusFault.system(5) != BusFault.system(6))
  }
}
