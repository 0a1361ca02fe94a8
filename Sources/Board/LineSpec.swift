import Text

/// How people name a GPIO line, in the configuration or on the command line.
///
/// - `GPIO17`: by the name that the device tree gives it, on whichever chip it is.
/// - `pinctrl-bcm2711:17`: by its chip's label and its number there.
/// - `/dev/gpiochip0:17` or `gpiochip0:17`: by its chip's device, whose number may change with the kernel.
public enum LineSpec: Equatable, Sendable {
  /// By name.
  case name(String)
  /// By the chip's label.
  case label(String, offset: Int)
  /// By the chip's device.
  case device(String, offset: Int)

  /// Reads what a person wrote.
  ///
  /// - Throws: 78 if it is none of the above.
  public init(_ text: String) throws(Fault) {
    guard let colon = text.lastIndex(of: ":") else {
      // A number alone could be a pin of the header, BCM or wiringPi: three different lines.
      guard !text.isEmpty, text.utf8.contains(where: { !(0x30...0x39).contains($0) }) else {
        throw Self.unreadable(
          text, remedy: text.isEmpty ? Self.forms : "write GPIO\(text) for the line of that name, or chip and number")
      }
      self = .name(text)
      return
    }
    let chip = String(text[..<colon])
    // Int would also take a sign.
    let digits = text[text.index(after: colon)...]
    guard !chip.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let offset = Int(digits) else {
      throw Self.unreadable(text, remedy: Self.forms)
    }
    if chip.hasPrefix("/") {
      self = .device(chip, offset: offset)
    } else if chip.hasPrefix("gpiochip"), Int(chip.dropFirst("gpiochip".count)) != nil {
      self = .device("/dev/\(chip)", offset: offset)
    } else {
      self = .label(chip, offset: offset)
    }
  }

  private static let forms = "write a line's name such as GPIO17, or chip and number such as pinctrl-bcm2711:17"

  private static func unreadable(_ text: String, remedy: String) -> Fault {
    Fault(.configuration, "\"\(text)\" names no GPIO line", remedy: remedy)
  }
}

extension LineSpec: CustomStringConvertible {
  /// As it is written.
  public var description: String {
    switch self {
    case .name(let name): name
    case .label(let chip, let offset), .device(let chip, let offset): "\(chip):\(offset)"
    }
  }
}

extension LineSpec {
  /// Finds the line on this board.
  ///
  /// - Throws: 66 if there is no such chip or line, with what there is; 77 if chips cannot be opened.
  public func place(in board: some GPIOInventory = GPIOChips()) throws(Fault) -> GPIOLinePlace {
    switch self {
    case .name(let name):
      let chips = board.chips()
      for chip in chips {
        if let offset = board.offset(of: name, on: chip) { return GPIOLinePlace(chip: chip.path, offset: offset) }
      }
      // It may well be on the chip that this user may not open.
      if let fault = board.chipsFault() { throw fault }
      throw noLine(named: name, among: chips, of: board)
    case .label(let label, let offset):
      let chips = board.chips()
      guard let chip = chips.first(where: { $0.label == label }) else {
        if let fault = board.chipsFault() { throw fault }
        throw Fault(
          .noInput, "there is no GPIO chip with the label \(label)", remedy: Self.list(chips), place: description)
      }
      return try checked(offset, on: chip)
    case .device(let path, let offset):
      return try checked(offset, on: board.chip(path: path))
    }
  }

  private func checked(_ offset: Int, on chip: GPIOChip) throws(Fault) -> GPIOLinePlace {
    guard offset < chip.lineCount else {
      throw Fault(
        .noInput, "the GPIO chip \(chip.label) has no line \(offset)",
        remedy: "its lines are 0 to \(chip.lineCount - 1)", place: description)
    }
    return GPIOLinePlace(chip: chip.path, offset: offset)
  }

  private func noLine(named name: String, among chips: [GPIOChip], of board: some GPIOInventory) -> Fault {
    let names = chips.flatMap { board.lineNames(on: $0) }
    let remedy: String
    if chips.isEmpty {
      remedy = Self.list(chips)
    } else if names.isEmpty {
      remedy = "lines have no names on this board, so write chip and number; \(Self.list(chips))"
    } else if let near = names.nearest(to: name) {
      remedy = "did you mean \(near)?"
    } else {
      // A board has half a hundred; the first ones show what they look like here.
      let some = names.prefix(3).joined(separator: ", ")
      remedy = "write a name such as \(some), or chip and number; \(Self.list(chips))"
    }
    return Fault(.noInput, "no GPIO line is named \(name)", remedy: remedy)
  }

  private static func list(_ chips: [GPIOChip]) -> String {
    chips.isEmpty
      ? "this kernel shows no GPIO chips (/dev/gpiochip*)"
      : "chips that are there: " + chips.map { "\($0.label) (\($0.lineCount) lines)" }.joined(separator: ", ")
  }
}

extension LineSpec {
  /// Finds a line by its configured name and takes it; a fault names it as the configuration does, too.
  static func taking<Line>(
    _ name: String, _ take: (GPIOLinePlace) throws(Fault) -> Line
  ) throws(Fault) -> Line {
    do throws(Fault) {
      return try take(try LineSpec(name).place())
    } catch {
      var fault = error
      fault.place = error.place.map { $0 == name ? name : "\(name) (\($0))" } ?? name
      throw fault
    }
  }
}
