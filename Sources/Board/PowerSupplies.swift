import Clocks
import LocationServices

/// What Linux says of how the board is fed, in `/sys/class/power_supply` (Documentation/ABI/testing/sysfs-class-power):
/// a folder for each battery and each way of being fed from outside.
struct PowerSupplies {
  /// Where the kernel tells it.
  static let usualFolder = "/sys/class/power_supply"
  /// How often it is looked at, at most. Nobody is woken for it: a battery that runs low does so for minutes.
  static let interval = Duration.seconds(60)

  private let folder: String
  private var nextLook = Instant.zero
  /// What was told last; nil while nobody says anything.
  private(set) var last: PowerReading?

  init(folder: String = Self.usualFolder) { self.folder = folder }

  /// Looks, if that is due.
  ///
  /// - Returns: what feeds the board, if that has changed.
  mutating func look(at now: Instant) -> PowerReading? {
    guard now >= nextLook else { return nil }
    nextLook = now + Self.interval
    let reading = read()
    guard reading != last else { return nil }
    let isNews = reading != nil || last != nil
    last = reading
    // One that is unplugged says nothing any more: then neither is known.
    return isNews ? reading ?? PowerReading() : nil
  }

  /// What all supplies say together; nil where none says anything.
  ///
  /// Of several batteries the mean counts, for which of them is used first nobody tells. Batteries of other devices, such
  /// as those of mice, are none of this board; nor is a level that no battery has.
  func read() -> PowerReading? {
    guard let names = try? FolderListing.names(in: folder) else { return nil }
    var levels: [Double] = []
    var isFed: Bool?
    var isCharging: Bool?
    for name in names.sorted() {
      func word(_ key: String) -> String? {
        SmallFile.text("\(folder)/\(name)/\(key)").map { $0.filter { $0 != "\n" && $0 != "\0" } }
      }
      guard let type = word("type"), word("scope") != "Device" else { continue }
      if type == "Battery" || type == "UPS" {
        guard word("present") != "0" else { continue }
        if let level = word("capacity").flatMap(Double.init), (0...100).contains(level) { levels.append(level) }
        switch word("status") {
        case "Charging", "Full", "Not charging": isCharging = isCharging ?? true
        case "Discharging": isCharging = false
        default: break
        }
      } else if let online = word("online").flatMap(Int.init), (0...2).contains(online) {
        isFed = isFed == true || online > 0
      }
    }
    let isExternal = isFed == true ? true : isCharging ?? isFed
    guard isExternal != nil || !levels.isEmpty else { return nil }
    return PowerReading(
      isExternal: isExternal, batteryPercent: levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count))
  }
}
