import Text

/// What is said when a chip fails, and what to do about it.
enum SensorFault {
  static func stranger(_ label: String) -> Fault {
    Fault(
      .unavailable, "another chip answers in place of \(label)",
      remedy: "start again, so that the bus is searched anew")
  }

  static func silent(_ label: String) -> Fault {
    Fault(
      .inputOutput, "\(label) answers but does not measure",
      remedy:
        "take its power away for a few seconds; a part that looks like another (marked DA5883 or 5883 at 0x1E) never will"
    )
  }

  static func stuck(_ label: String) -> Fault {
    Fault(
      .inputOutput, "\(label) gives the same numbers again and again",
      remedy: "take its power away for a few seconds; if that does not help, the chip is dead")
  }

  static func reset(_ label: String) -> Fault {
    Fault(
      .inputOutput, "\(label) lost its settings and was set up again",
      remedy: "if this comes again, its supply dips: shorten the wires and put 100 nF next to the chip")
  }

  static func saturated(_ label: String, _ quantity: Quantity) -> Fault {
    switch quantity {
    case .magneticField:
      Fault(
        .inputOutput, "\(label) is at the end of its range",
        remedy: "keep it away from magnets, loudspeakers, motors and steel")
    case .acceleration:
      Fault(
        .inputOutput, "\(label) is at the end of its range",
        remedy: "fix the board so that it does not rattle; if it lies still, the chip is dead")
    }
  }

  static func bus(_ fault: BusFault, _ label: String) -> Fault {
    switch fault {
    case .noAnswer:
      Fault(.unavailable, "\(label) does not answer", remedy: "look at its four wires: 3.3 V, ground, SDA, SCL")
    case .stuck:
      Fault(
        .inputOutput, "the I2C bus is held while \(label) is asked",
        remedy: "take the power of all chips on the bus away for a few seconds; look for SDA or SCL touching ground")
    case .arbitrationLost:
      Fault(
        .tryAgain, "another master is on the I2C bus of \(label)",
        remedy: "only one board may be master; if there is one only, lower the bus speed")
    case .short:
      Fault(
        .inputOutput, "\(label) sends too few bytes",
        remedy: "lower the bus speed, shorten the wires, and check that there are pull-up resistors")
    case .takenByKernel:
      Fault(
        .tryAgain, "a driver of the kernel has \(label)",
        remedy: "remove the overlay of this chip from the boot configuration, or unbind its driver")
    case .system(let number):
      Fault(
        .inputOutput, "the I2C bus fails at \(label)", remedy: "look into the kernel's log: dmesg",
        cause: "errno \(number)")
    }
  }
}

/// Two digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count < 2 ? "0" + digits : digits
}
