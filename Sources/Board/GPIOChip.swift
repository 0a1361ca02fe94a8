import CGPIO
import Glibc
import Text

/// A GPIO chip of this board.
public struct GPIOChip: Equatable, Sendable {
  /// Its device, such as `/dev/gpiochip0`. The number may be another one with the next kernel.
  public var path: String
  /// What its driver calls it, such as `pinctrl-bcm2711`; the same with every kernel.
  public var label: String
  /// How many lines it has, numbered from 0.
  public var lineCount: Int

  /// Makes one.
  public init(path: String, label: String, lineCount: Int) {
    self.path = path
    self.label = label
    self.lineCount = lineCount
  }
}

/// Where a line is: what a chip needs to hand it out.
public struct GPIOLinePlace: Equatable, Sendable {
  /// The chip's device.
  public var chip: String
  /// The line's number on the chip.
  public var offset: Int

  /// Makes one.
  public init(chip: String, offset: Int) {
    self.chip = chip
    self.offset = offset
  }
}

extension GPIOLinePlace: CustomStringConvertible {
  /// As it can be configured: `/dev/gpiochip0:17`.
  public var description: String { "\(chip):\(offset)" }
}

/// What can be asked about the GPIO lines of a board.
public protocol GPIOInventory {
  /// The chips that this user may open, in the order of their numbers.
  func chips() -> [GPIOChip]
  /// Why chips that are there cannot be opened; nil if all can.
  func chipsFault() -> Fault?
  /// The chip with this device.
  func chip(path: String) throws(Fault) -> GPIOChip
  /// The number of the line of this name on a chip; nil if it has none.
  func offset(of name: String, on chip: GPIOChip) -> Int?
  /// The names of all lines of a chip that have one.
  func lineNames(on chip: GPIOChip) -> [String]
}

/// The GPIO chips that Linux has.
public struct GPIOChips: GPIOInventory, Sendable {
  private let devices: String

  /// Takes the folder of devices.
  public init(devices: String = "/dev") { self.devices = devices }

  /// The chips that this user may open, in the order of their numbers.
  public func chips() -> [GPIOChip] { paths().compactMap { path in try? chip(path: path) } }

  /// Why a chip that is there cannot be opened: the first of them; nil if all can.
  public func chipsFault() -> Fault? {
    for path in paths() {
      do throws(Fault) { _ = try chip(path: path) } catch { return error }
    }
    return nil
  }

  /// The chip with this device.
  ///
  /// - Throws: 66 if there is none, 77 if this user may not open it.
  public func chip(path: String) throws(Fault) -> GPIOChip {
    var facts = gpio_chip_facts()
    guard gpio_chip_read(path, &facts) == 0 else { throw .gpioChip(path) }
    return GPIOChip(path: path, label: text(of: facts.label), lineCount: Int(facts.line_count))
  }

  /// The number of the line of this name on a chip; nil if it has none.
  public func offset(of name: String, on chip: GPIOChip) -> Int? {
    let offset = gpio_line_find(chip.path, name)
    return offset >= 0 ? Int(offset) : nil
  }

  /// The names of all lines of a chip that have one, in the order of their numbers.
  public func lineNames(on chip: GPIOChip) -> [String] {
    (0..<chip.lineCount).compactMap { offset in
      var facts = gpio_line_facts()
      guard gpio_line_read(chip.path, UInt32(offset), &facts) == 0 else { return nil }
      let name = text(of: facts.name)
      return name.isEmpty ? nil : name
    }
  }

  /// Who has a line, by the name it gave; nil if nobody has it.
  public static func holder(of place: GPIOLinePlace) -> String? {
    var facts = gpio_line_facts()
    guard let offset = UInt32(exactly: place.offset), gpio_line_read(place.chip, offset, &facts) == 0, facts.is_used
    else { return nil }
    let name = text(of: facts.consumer)
    return name.isEmpty ? "somebody without a name" : name
  }

  /// The devices of chips. Links are left out: Raspberry Pi OS makes /dev/gpiochip4 one to /dev/gpiochip0 on a Pi 5.
  private func paths() -> [String] {
    let prefix = "gpiochip"
    let names = (try? FolderListing.names(in: devices)) ?? []
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }.sorted()
    return numbers.map { "\(devices)/\(prefix)\($0)" }.filter { path in
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
    }
  }
}

/// The text in an array of C, which Swift sees as a tuple.
private func text<Tuple>(of tuple: Tuple) -> String {
  withUnsafeBytes(of: tuple) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
