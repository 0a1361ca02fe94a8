import Configuration

/// What was asked for on the command line.
struct Options {
  var tracks: String?
  var receiver = ReceiverEnergy.usualName
  var hasAccelerometer = true
  var seed: UInt64 = 1
  var only: String?
  /// Whether the requirements are checked in place of the table.
  var checksRequirements = false

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst(), let value = rest.popFirst() {
      switch word {
      case "--tracks": tracks = value
      case "--receiver": receiver = value
      case "--accelerometer": hasAccelerometer = value != "no"
      case "--seed": seed = UInt64(value) ?? seed
      case "--only": only = value
      case "--requirements": checksRequirements = value != "no"
      default: break
      }
    }
  }
}
