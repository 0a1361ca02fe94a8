import Text

/// Something of the system that uses a serial port as well, so that a receiver on it is not heard well or not at all.
public enum SerialOccupant: Equatable, Sendable {
  /// The kernel writes its messages there, and reads what is typed.
  ///
  /// - Parameters:
  ///   - argument: the word of the kernel's command line, such as `console=ttyS0,115200`; nil if the device tree made it
  ///     so.
  ///   - file: where the command line is configured; nil if that was not found.
  case console(argument: String?, file: String?)
  /// Somebody can log in there, or has.
  ///
  /// - Parameters:
  ///   - tty: the port's name, such as `ttyS0`.
  ///   - command: the program, such as `agetty`.
  case login(tty: String, command: String, process: Int)
  /// A program connects the port with Bluetooth.
  case bluetoothProgram(command: String, process: Int)
  /// The kernel has given the port to Bluetooth.
  ///
  /// - Parameter node: of the device tree, such as `/soc/serial@7e201000/bluetooth`, or of sysfs.
  case bluetooth(node: String)
}

extension SerialOccupant {
  /// As an error with its remedy.
  ///
  /// - Parameter device: the port as it is configured.
  public func fault(device: String) -> Fault {
    switch self {
    case .console(let argument, let file):
      let remedy =
        switch (argument, file) {
        case (let argument?, let file?): "remove \"\(argument)\" from \(file) and reboot"
        case (let argument?, nil): "remove \"\(argument)\" from the kernel's command line and reboot"
        case (nil, let file?): "add \"console=tty1\" to the kernel's command line in \(file) and reboot"
        case (nil, nil): "add \"console=tty1\" to the kernel's command line and reboot"
        }
      return Fault(.tryAgain, "the kernel's console is on the receiver's port", remedy: remedy, place: device)
    case .login(let tty, let command, let process):
      return Fault(
        .tryAgain, "there is a login on the receiver's port: \(command) (process \(process))",
        remedy: "`sudo systemctl disable --now serial-getty@\(tty).service`", place: device)
    case .bluetoothProgram(let command, let process):
      return Fault(
        .tryAgain, "Bluetooth is on the receiver's port: \(command) (process \(process))", remedy: Self.freePort,
        place: device)
    case .bluetooth(let node):
      return Fault(
        .tryAgain, "Bluetooth is on the receiver's port (\(node))", remedy: Self.freePort, place: device)
    }
  }

  private static let freePort =
    "use the port that is on the header (/dev/serial0), or turn Bluetooth off: on a Raspberry Pi, "
    + "dtoverlay=disable-bt in config.txt, and reboot"
}
