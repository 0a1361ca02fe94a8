import Glibc
import Simulation

/// What a scenario changes while the board runs, a line each:
///
///     field X Y Z             microtesla, along the axes that Waymark reports
///     acceleration X Y Z      g
///     temperature C
///     noise MICROTESLA G      the standard deviation of an axis
///     spin DEGREES            the board turns about its own z axis, so many degrees a second
///     reset NAME@ADDRESS      a dip of the supply: the registers are as after power-on
///     power NAME@ADDRESS on|off
struct BusControl {
  private let placed: [PlacedModel]
  private var surroundings = Surroundings(fieldNoiseMicrotesla: 0.3, accelerationNoiseG: 0.003)
  private var spinDegreesPerSecond = 0.0
  private var turnedTo: Duration = .zero

  init(_ placed: [PlacedModel]) {
    self.placed = placed
    spread()
  }

  /// Lets the board turn until a moment.
  mutating func turn(to now: Duration) {
    let seconds = (now - turnedTo) / .seconds(1)
    turnedTo = now
    guard spinDegreesPerSecond != 0 else { return }
    let angle = spinDegreesPerSecond * seconds * .pi / 180
    let field = surroundings.fieldMicrotesla
    // The field turns the other way than the board.
    surroundings.fieldMicrotesla = SIMD3(
      field.x * cos(angle) + field.y * sin(angle), field.y * cos(angle) - field.x * sin(angle), field.z)
    spread()
  }

  /// Does what a line says; false if it is not understood.
  mutating func obey(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    guard let verb = words.first else { return true }
    let numbers = words.dropFirst().compactMap { Double($0) }
    switch (verb, numbers.count, words.count) {
    case ("field", 3, 4): surroundings.fieldMicrotesla = SIMD3(numbers[0], numbers[1], numbers[2])
    case ("acceleration", 3, 4): surroundings.accelerationG = SIMD3(numbers[0], numbers[1], numbers[2])
    case ("temperature", 1, 2): surroundings.temperatureCelsius = numbers[0]
    case ("noise", 2, 3):
      surroundings.fieldNoiseMicrotesla = numbers[0]
      surroundings.accelerationNoiseG = numbers[1]
    case ("spin", 1, 2): spinDegreesPerSecond = numbers[0]
    case ("reset", _, 2):
      guard let chips = chips(words[1]) else { return false }
      for chip in chips { chip.powerOn() }
    case ("power", _, 3):
      guard let chips = chips(words[1]), words[2] == "on" || words[2] == "off" else { return false }
      for chip in chips {
        chip.isPowered = words[2] == "on"
        if chip.isPowered { chip.powerOn() }
      }
    default: return false
    }
    spread()
    return true
  }

  private func chips(_ word: Substring) -> [RegisterChip]? { placed.first { $0.word == word }?.chips }

  private func spread() {
    for chip in placed.flatMap(\.chips) { chip.surroundings = surroundings }
  }
}
