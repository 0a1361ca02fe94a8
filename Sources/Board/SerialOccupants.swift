import Text

/// Finds what the system itself does with a serial port: a console, a login, Bluetooth. Which other program has the port
/// open is told by ``DeviceHolder``, but only to root, while everything here is readable by all.
public struct SerialOccupants: Sendable {
  private let tree: FileTree
  private let device: String
  /// The device that the links of udev lead to, such as `ttyS0` for `/dev/serial0`.
  private let tty: String

  /// Looks at a port.
  ///
  /// - Parameters:
  ///   - device: its path, which need not exist: the kernel removes a port that it gives to Bluetooth.
  ///   - root: a folder that stands for the root of the file system.
  public init(device: String, root: String = "") {
    tree = FileTree(root: root)
    self.device = device
    tty = Self.lastPart(of: tree.resolved(device) ?? device)
  }

  /// All that was found, the console first.
  public func find() -> [SerialOccupant] {
    [console(), login()].compactMap(\.self) + bluetoothPrograms()
      + [bluetoothNode() ?? bluetoothAdapter()].compactMap(\.self)
  }

  // MARK: - Console

  private func console() -> SerialOccupant? {
    let argument = consoleArgument(in: "/proc/cmdline")
    // Without any argument the kernel takes stdout-path of the device tree; what it took is here.
    guard argument != nil || tree.words(of: "/sys/class/tty/console/active").contains(tty) else { return nil }
    let files = [
      "/boot/firmware/cmdline.txt", "/boot/cmdline.txt", "/boot/armbianEnv.txt", "/boot/extlinux/extlinux.conf",
    ]
    let file = files.first(where: tree.contains)
    // In the file it may be called otherwise: a Raspberry Pi's firmware hands serial0 on as ttyS0.
    return .console(argument: file.flatMap(consoleArgument) ?? argument, file: file)
  }

  private func consoleArgument(in file: String) -> String? {
    tree.words(of: file).first { word in
      word.hasPrefix("console=") && isPort(word.dropFirst("console=".count).prefix { $0 != "," })
    }
  }

  /// Whether a name in an argument means this port: `ttyS0`, or a link such as `serial0`.
  private func isPort(_ name: some StringProtocol) -> Bool {
    if name == tty { return true }
    let path = name.hasPrefix("/") ? String(name) : "/dev/\(name)"
    return path == device || tree.resolved(path).map { Self.lastPart(of: $0) == tty } ?? false
  }

  // MARK: - Processes

  /// A process: its number, the name of its program, and its arguments.
  private struct Process {
    var number: Int
    var command: String
    var arguments: ArraySlice<String>
    var folder: String { "/proc/\(number)" }
  }

  private func processes() -> some Sequence<Process> {
    tree.names(in: "/proc").compactMap { Int($0) }.sorted().lazy.compactMap { number in
      let words = tree.strings(of: "/proc/\(number)/cmdline")
      guard let program = words.first else { return nil }
      // A shell that was logged in to is called "-bash".
      return Process(
        number: number, command: String(Self.lastPart(of: program).drop { $0 == "-" }), arguments: words.dropFirst())
    }
  }

  /// The first process of a login; what was started from its shell has the same terminal.
  private func login() -> SerialOccupant? {
    let programs = ["agetty", "getty", "mgetty", "fgetty", "login"]
    let terminal = terminalNumber()
    let found = processes().first { process in
      if programs.contains(process.command), process.arguments.contains(where: isPort) || isService(process.folder) {
        return true
      }
      return terminal != nil && controllingTerminal(of: process.folder) == terminal
    }
    return found.map { .login(tty: tty, command: $0.command, process: $0.number) }
  }

  private func bluetoothPrograms() -> [SerialOccupant] {
    processes().filter { ["hciattach", "btattach"].contains($0.command) && $0.arguments.contains(where: isPort) }
      .map { .bluetoothProgram(command: $0.command, process: $0.number) }
  }

  /// Whether a process belongs to the unit of systemd for logins on this port; since Debian 12 that names the port
  /// nowhere on its command line.
  private func isService(_ process: String) -> Bool {
    String(decoding: tree.bytes(of: "\(process)/cgroup") ?? [], as: UTF8.self).holds("serial-getty@\(tty).service")
  }

  /// The terminal that a process is controlled from: field 7 of /proc/PID/stat, proc(5); nil if none. Fields are counted
  /// behind the name in brackets, which may hold blanks and brackets itself.
  private func controllingTerminal(of process: String) -> Int? {
    let text = String(decoding: tree.bytes(of: "\(process)/stat") ?? [], as: UTF8.self)
    guard let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    guard fields.count > 4, let number = Int(fields[4]), number != 0 else { return nil }
    return number
  }

  /// The port as /proc/PID/stat writes it: minor bits 31 to 20 and 7 to 0, major bits 15 to 8; proc(5).
  private func terminalNumber() -> Int? {
    let numbers = tree.words(of: "/sys/class/tty/\(tty)/dev").first?.split(separator: ":").compactMap { Int($0) } ?? []
    guard numbers.count == 2, (0..<4_096).contains(numbers[0]), (0..<1 << 20).contains(numbers[1]) else { return nil }
    return (numbers[1] & 0xFFF00) << 12 | numbers[0] << 8 | numbers[1] & 0xFF
  }

  // MARK: - Bluetooth

  private static let deviceTree = "/proc/device-tree"

  /// A Bluetooth chip that the device tree hangs on this port. The kernel then talks to it itself (serdev), and the port
  /// has no device in /dev.
  private func bluetoothNode() -> SerialOccupant? {
    guard let node = node(), isEnabled(node) else { return nil }
    let child = tree.names(in: Self.deviceTree + node).first { name in
      name.hasPrefix("bluetooth") && isEnabled("\(node)/\(name)")
    }
    return child.map { .bluetooth(node: "\(node)/\($0)") }
  }

  /// The port's node: the one its device says, else the alias it is named after. On a Raspberry Pi `serial0` is what the
  /// header has and `serial1` the other one, while `ttyAMA0` is always `uart0` and `ttyS0` is `uart1`.
  private func node() -> String? {
    if let path = tree.resolved("/sys/class/tty/\(tty)/device/of_node") {
      for root in ["/sys/firmware/devicetree/base", Self.deviceTree] where path.hasPrefix("\(root)/") {
        return String(path.dropFirst(root.count))
      }
    }
    let pi = ["ttyAMA0": "uart0", "ttyS0": "uart1"]
    let number = String(tty.drop { !$0.isNumber })
    for alias in [Self.lastPart(of: device), pi[tty], "serial\(number)"].compactMap(\.self) {
      if let node = tree.strings(of: "\(Self.deviceTree)/aliases/\(alias)").first, node.hasPrefix("/") { return node }
    }
    return nil
  }

  /// A node without a status is enabled (Devicetree Specification 2.3.4).
  private func isEnabled(_ node: String) -> Bool {
    guard let status = tree.strings(of: "\(Self.deviceTree)\(node)/status").first else { return true }
    return status == "okay" || status == "ok"
  }

  /// A Bluetooth adapter that sysfs shows below this port, whoever has put it there.
  private func bluetoothAdapter() -> SerialOccupant? {
    guard let port = tree.resolved("/sys/class/tty/\(tty)/device"), port.hasPrefix("/sys/devices/") else { return nil }
    for name in tree.names(in: "/sys/class/bluetooth") {
      if let adapter = tree.resolved("/sys/class/bluetooth/\(name)"), adapter.hasPrefix("\(port)/") {
        return .bluetooth(node: adapter)
      }
    }
    return nil
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
