import Glibc
import Testing
import Text

@testable import Board

/// A board's /proc, /sys and /dev in a folder.
private final class BoardTree {
  let folder = Folder()

  /// Puts a file, and the folders above it.
  func file(_ path: String, _ text: String) {
    makeFolders(above: path)
    folder.write(String(path.dropFirst()), Array(text.utf8))
  }

  func link(_ path: String, to target: String) {
    makeFolders(above: path)
    #expect(symlink(target, folder.path + path) == 0, "\(path)")
  }

  private func makeFolders(above path: String) {
    var made = folder.path
    for part in path.split(separator: "/").dropLast() {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }

  func process(_ number: Int, _ arguments: [String], terminal: Int = 0, unit: String = "x.service") {
    file("/proc/\(number)/cmdline", arguments.map { $0 + "\0" }.joined())
    file("/proc/\(number)/stat", "\(number) (a) b(c) S 1 1 1 \(terminal) -1 4194560 0 0")
    file("/proc/\(number)/cgroup", "0::/system.slice/system-serial\\x2dgetty.slice/\(unit)\n")
  }

  func find(_ device: String = "/dev/serial0") -> [SerialOccupant] {
    SerialOccupants(device: device, root: folder.path).find()
  }

  /// A Raspberry Pi 4 with its UARTs as they are after the first boot, and nothing on the header's.
  static func pi() -> BoardTree {
    let tree = BoardTree()
    tree.file("/dev/ttyS0", "")
    tree.link("/dev/serial0", to: "ttyS0")
    tree.file("/sys/class/tty/ttyS0/dev", "4:64\n")
    tree.file("/sys/class/tty/console/active", "tty1\n")
    tree.file("/sys/devices/platform/soc/fe215040.serial/uevent", "")
    tree.link("/sys/class/tty/ttyS0/device", to: "../../../devices/platform/soc/fe215040.serial")
    tree.link(
      "/sys/devices/platform/soc/fe215040.serial/of_node",
      to: "../../../../firmware/devicetree/base/soc/serial@7e215040"
    )
    tree.file("/sys/firmware/devicetree/base/soc/serial@7e215040/status", "okay\0")
    tree.file("/sys/firmware/devicetree/base/soc/serial@7e215040/bluetooth/status", "disabled\0")
    tree.file("/sys/firmware/devicetree/base/soc/serial@7e201000/status", "okay\0")
    tree.file("/sys/firmware/devicetree/base/soc/serial@7e201000/bluetooth/compatible", "brcm,bcm43438-bt\0")
    tree.file("/sys/firmware/devicetree/base/aliases/serial0", "/soc/serial@7e215040\0")
    tree.file("/sys/firmware/devicetree/base/aliases/serial1", "/soc/serial@7e201000\0")
    tree.file("/sys/firmware/devicetree/base/aliases/uart0", "/soc/serial@7e201000\0")
    tree.link("/proc/device-tree", to: "/sys/firmware/devicetree/base")
    tree.file("/proc/cmdline", "console=tty1 root=PARTUUID=1-02 rootwait\n")
    tree.process(1, ["/sbin/init"])
    tree.process(
      400, ["/sbin/agetty", "-o", "-p -- \\u", "--noclear", "-", "linux"], terminal: 1025, unit: "getty@tty1.service")
    return tree
  }
}

@Suite("What else is on the receiver's port")
struct SerialOccupantsTests {
  @Test func `a port of its own has no occupant`() {
    #expect(BoardTree.pi().find().isEmpty)
    #expect(BoardTree.pi().find("/dev/ttyACM0").isEmpty)
    #expect(BoardTree().find().isEmpty)
  }

  @Test(arguments: ["console=ttyS0,115200", "console=serial0,115200", "console=ttyS0", "console=/dev/ttyS0"])
  func `a console on it is found by each of its names`(argument: String) {
    let tree = BoardTree.pi()
    tree.file("/proc/cmdline", "\(argument) console=tty1 quiet\n")
    #expect(tree.find() == [.console(argument: argument, file: nil)])
    #expect(tree.find("/dev/ttyS0") == [.console(argument: argument, file: nil)])
  }

  @Test(arguments: ["console=ttyS01", "console=ttyAMA0,115200", "xconsole=ttyS0", "console=tty1", "ttyS0"])
  func `a console elsewhere is none of its business`(argument: String) {
    let tree = BoardTree.pi()
    tree.file("/proc/cmdline", "\(argument)\n")
    #expect(tree.find().isEmpty)
  }

  @Test func `the remedy names the file, and the word as it stands there`() throws {
    let tree = BoardTree.pi()
    tree.file("/proc/cmdline", "console=ttyS0,115200 console=tty1\n")
    tree.file("/boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 rootwait\n")
    let fault = try #require(tree.find().first).fault(device: "/dev/serial0")
    #expect(fault.remedy == "remove \"console=serial0,115200\" from /boot/firmware/cmdline.txt and reboot")
  }

  @Test func `a console that the device tree chose has no argument`() {
    let tree = BoardTree.pi()
    tree.file("/sys/class/tty/console/active", "tty1 ttyS0\n")
    tree.file("/proc/cmdline", "rootwait\n")
    #expect(tree.find() == [.console(argument: nil, file: nil)])
  }

  @Test func `a getty is found by its argument, by its unit, and a shell by its terminal`() {
    let getty = SerialOccupant.login(tty: "ttyS0", command: "agetty", process: 500)
    let byArgument = BoardTree.pi()
    byArgument.process(500, ["/sbin/agetty", "--keep-baud", "115200,9600", "ttyS0", "vt220"])
    #expect(byArgument.find() == [getty])
    let byUnit = BoardTree.pi()
    byUnit.process(
      500, ["/sbin/agetty", "--keep-baud", "115200,9600", "-", "vt220"], unit: "serial-getty@ttyS0.service")
    #expect(byUnit.find() == [getty])
    let byTerminal = BoardTree.pi()
    byTerminal.process(500, ["-bash"], terminal: 4 << 8 | 64)
    byTerminal.process(501, ["vi"], terminal: 4 << 8 | 64)
    #expect(byTerminal.find() == [.login(tty: "ttyS0", command: "bash", process: 500)])
    #expect(getty.fault(device: "/dev/serial0").remedy?.contains("serial-getty@ttyS0.service") == true)
  }

  @Test func `terminals with large numbers are told apart`() {
    let tree = BoardTree.pi()
    tree.file("/dev/ttyX300", "")
    tree.file("/sys/class/tty/ttyX300/dev", "204:300\n")
    tree.process(500, ["sh"], terminal: 204 << 8 | 44)
    #expect(tree.find("/dev/ttyX300").isEmpty)
    tree.process(501, ["sh"], terminal: 256 << 12 | 204 << 8 | 44)
    #expect(tree.find("/dev/ttyX300") == [.login(tty: "ttyX300", command: "sh", process: 501)])
  }

  @Test func `a program that attaches Bluetooth is found through the links of its argument`() {
    let tree = BoardTree.pi()
    tree.process(600, ["/usr/bin/hciattach", "/dev/serial1", "bcm43xx", "3000000", "flow", "-"])
    #expect(tree.find().isEmpty)
    tree.process(601, ["btattach", "-B", "/dev/serial0"])
    #expect(tree.find() == [.bluetoothProgram(command: "btattach", process: 601)])
  }

  @Test(arguments: ["/dev/serial1", "/dev/ttyAMA0"])
  func `Bluetooth in the device tree is found though the kernel removed the port`(device: String) throws {
    let found = BoardTree.pi().find(device)
    #expect(found == [.bluetooth(node: "/soc/serial@7e201000/bluetooth")])
    #expect(try #require(found.first).fault(device: device).remedy?.contains("dtoverlay=disable-bt") == true)
  }

  @Test func `Bluetooth that is turned off is none`() {
    let tree = BoardTree.pi()
    tree.file("/sys/firmware/devicetree/base/soc/serial@7e201000/bluetooth/status", "disabled\0")
    #expect(tree.find("/dev/ttyAMA0").isEmpty)
  }

  @Test func `an adapter below the port is found in sysfs`() {
    let tree = BoardTree.pi()
    let adapter = "/sys/devices/platform/soc/fe215040.serial/tty/ttyS0/hci0"
    tree.file("\(adapter)/address", "")
    tree.link("/sys/class/bluetooth/hci0", to: "../../devices/platform/soc/fe215040.serial/tty/ttyS0/hci0")
    #expect(tree.find() == [.bluetooth(node: adapter)])
  }

  @Test func `links that lead in a circle or out of the tree lead nowhere`() {
    let tree = BoardTree()
    tree.link("/dev/a", to: "b")
    tree.link("/dev/b", to: "/dev/a")
    tree.link("/dev/serial0", to: "../../../../../../dev/null")
    let files = FileTree(root: tree.folder.path)
    #expect(files.resolved("/dev/a") == nil)
    #expect(files.resolved("/dev/serial0") == nil)
    tree.file("/dev/null", "")
    #expect(files.resolved("/dev/./x/../serial0") == "/dev/null")
    #expect(tree.find("/dev/a").isEmpty)
  }
}
