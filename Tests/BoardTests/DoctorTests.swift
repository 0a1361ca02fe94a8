import Configuration
import Simulation
import Testing
import Text

@testable import Board

@Suite struct `The doctor` {
  private static let mounts = """
    22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
    30 22 0:25 / /run rw,nosuid - tmpfs tmpfs rw,mode=755
    40 22 8:1 / /media/my\\040card rw - vfat /dev/sda1 rw,errors=remount-ro
    41 22 8:2 / /mnt ro,relatime - ext4 /dev/sda2 ro
    42 22 8:3 / /srv rw - ext4 /dev/sda3 rw,data=writeback
    43 22 0:50 / /over rw - overlay overlay rw
    torn line
    """

  @Test(arguments: [
    ("/var/lib/waymark", Finding.Level.good, "ext4 on /dev/mmcblk0p2", Finding.Level.good),
    ("/run/waymark", .fault, "gone with the power", .good),
    ("/over/w", .fault, "overlay", .good),
    ("/media/my card/w", .warning, "pulled plug", .good),
    ("/mnt/w", .good, "ext4", .fault),
    ("/srv/w", .good, "ext4", .warning),
    ("/medial", .good, "ext4 on /dev/mmcblk0p2", .good),
  ])
  func `tells what kind of storage loses records`(
    path: String, level: Finding.Level, words: String, mount: Finding.Level
  ) throws {
    let checks = StorageChecks(data: path, mounts: Self.mounts, freeBytes: 1 << 40, isWritable: true)
    let system = try #require(checks.findings.first { $0.check == "storage.filesystem" })
    #expect(system.level == level)
    #expect(system.message.contains(words))
    #expect(level < .warning || system.remedy != nil)
    #expect(checks.findings.first { $0.check == "storage.mount" }?.level == mount)
  }

  @Test(arguments: [(UInt64(4_000_000), Finding.Level.fault), (60 << 20, .warning), (1 << 30, .good)])
  func `counts the room that is left`(free: UInt64, level: Finding.Level) {
    let checks = StorageChecks(data: "/d", mounts: Self.mounts, freeBytes: free, isWritable: true)
    #expect(checks.findings.first?.level == level)
  }

  @Test func `leaves what a daemon can write to the daemon`() {
    let checks = StorageChecks(data: "/", isDaemonsToWrite: true)
    #expect(checks.isWritable == nil)
    #expect(!checks.findings.contains { $0.code == .noPermission })
  }

  @Test func `repeats what a daemon complains of, each once`() {
    let daemon = DaemonReport([
      "button_stuck": .text("the button is down"), "tracks_fault": .text("read-only"), "receiver_fault": .text("gone"),
      "led": .text("partFault"), "sensor_bus_fault": .text("held"),
    ])
    #expect(DaemonChecks(daemon: daemon).findings.map(\.check) == ["daemon.button_stuck", "daemon.tracks_fault"])
    #expect(DaemonChecks(daemon: daemon).findings.allSatisfy { $0.level == .fault })
    #expect(DaemonChecks(daemon: DaemonReport([:])).findings.map(\.level) == [.good])
    #expect(DaemonChecks(daemon: nil).findings.isEmpty)
  }

  @Test(arguments: [(false, Finding.Level.warning), (true, .fault)])
  func `hears of a bus that fails from the daemon`(isRequired: Bool, level: Finding.Level) {
    var settings = Settings().sensors
    settings.bus = "/dev/i2c-1"
    settings.isHeadingRequired = isRequired
    let daemon = DaemonReport(["sensor_bus_fault": .text("the bus is held")])
    let findings = BusChecks(settings: settings, daemon: daemon).findings
    #expect(findings.map(\.check) == ["i2c.bus"])
    #expect(findings.first?.level == level)
  }

  @Test func `sees who else reads the receiver's port`() {
    var checks = ReceiverChecks(settings: Settings().receiver)
    checks.reader = "gpsd (process 812)"
    #expect(checks.findings.first?.level == .fault)
    #expect(checks.findings.first?.message.hasPrefix("gpsd (process 812) has /dev/serial0 open") == true)
  }

  @Test func `sees that the folder belongs to somebody else`() {
    let checks = StorageChecks(data: "/d", mounts: Self.mounts, freeBytes: nil, isWritable: false)
    #expect(checks.findings.contains { $0.level == .fault && $0.code == .noPermission })
  }

  @Test func `compares the boot configuration with the profile`() throws {
    let profile = try BoardProfile.named("raspberry-pi-4")
    let tree = DeviceTree(model: "Raspberry Pi 4 Model B Rev 1.4", compatible: ["raspberrypi,4-model-b"])
    let right = "# mine\nenable_uart=1\ndtoverlay=disable-bt\r\n  dtparam=i2c_arm=on  \n"
    let good = BoardChecks(tree: tree, profile: profile, bootText: right).findings
    #expect(good.map(\.level) == [.good, .good])
    let bad = BoardChecks(tree: tree, profile: profile, bootText: "#enable_uart=1\ndtparam=i2c_arm=on\n").findings
    #expect(bad.last?.level == .warning)
    #expect(bad.last?.message.contains("`enable_uart=1`, `dtoverlay=disable-bt`") == true)
  }

  @Test func `sees a profile of another board, and none`() throws {
    let tree = DeviceTree(model: "Acme", compatible: ["acme,one"])
    let profile = try BoardProfile.named("raspberry-pi-4")
    #expect(BoardChecks(tree: tree, profile: profile, bootText: nil).findings.first?.level == .warning)
    #expect(BoardChecks(tree: tree, profile: nil, bootText: nil).findings.first?.level == .note)
  }

  @Test func `ends with the status of the worst finding`() {
    let good = Finding("a", .good, "a")
    let warning = Finding("b", .warning, "b", remedy: "c")
    let fault = Finding("c", .fault, "c", code: .noPermission)
    #expect(Finding.exitStatus(of: [good]) == 0)
    #expect(Finding.exitStatus(of: [good, warning]) == 1)
    #expect(Finding.exitStatus(of: [warning, fault, good]) == 77)
  }

  @Test(arguments: [
    (true, true as Bool?, 2026, Finding.Level.good), (false, false, 1970, .note), (false, nil, 2026, .note),
  ])
  func `takes no wrong clock for a fault`(rtc: Bool, isSynchronised: Bool?, year: Int, level: Finding.Level) {
    let findings = ClockChecks(hasRTC: rtc, isSynchronised: isSynchronised, year: year).findings
    #expect(findings.first?.level == level)
    #expect(findings.allSatisfy { $0.level < .warning })
  }
}

/// What the doctor says of receiver, bus and lines.
@Suite struct `The doctor's findings` {
  private static func receiver(_ hearing: ReceiverHearing) -> [Finding] {
    ReceiverChecks(settings: Settings().receiver, hearing: .success(hearing)).findings
  }

  private static func worst(_ findings: [Finding]) -> Finding? { findings.max { $0.level < $1.level } }

  @Test func `are green for a receiver that is understood`() {
    let hearing = ReceiverHearing(bytes: 900, sentences: 12, baud: 9_600, hasFix: true)
    #expect(Self.receiver(hearing).allSatisfy { $0.level == .good })
  }

  @Test(arguments: [
    (ReceiverHearing(), "receiver.bytes", Finding.Level.fault, "TX"),
    (ReceiverHearing(bytes: 4_000), "receiver.sentences", .fault, "level shifter"),
    (
      ReceiverHearing(bytes: 900, sentences: 12, baud: 38_400, hasFix: true), "receiver.speed", .warning,
      "speed = 38400"
    ),
    (ReceiverHearing(bytes: 900, sentences: 12, baud: 9_600), "receiver.fix", .note, ""),
  ])
  func `name what is wrong with a receiver`(
    hearing: ReceiverHearing, check: String, level: Finding.Level, remedy: String
  ) throws {
    let worst = try #require(Self.worst(Self.receiver(hearing)))
    #expect(worst.check == check)
    #expect(worst.level == level)
    #expect(remedy.isEmpty || worst.remedy?.contains(remedy) == true)
  }

  @Test func `name what else is on the port, and a port that cannot be had`() {
    let checks = ReceiverChecks(
      settings: Settings().receiver, occupants: [.login(tty: "ttyS0", command: "agetty", process: 7)],
      hearing: .failure(Fault(.noPermission, "the receiver cannot be opened", remedy: "join dialout")))
    let faults = checks.findings.filter { $0.level == .fault }
    #expect(faults.map(\.check) == ["receiver.port", "receiver.occupants"])
    #expect(faults.first?.code == .noPermission)
    #expect(faults.last?.remedy?.contains("serial-getty@ttyS0") == true)
  }

  @Test(arguments: [
    ("talking", true, Finding.Level.good), ("talking", false, .note), ("asleep", false, .note),
    ("silent", false, .fault), ("unintelligible", false, .fault), ("closed", false, .fault),
    ("listening", false, .note),
  ])
  func `ask the daemon that has the receiver`(state: String, isFixed: Bool, level: Finding.Level) {
    let daemon = DaemonReport(["receiver": .text(state), "fixed": .flag(isFixed)])
    let findings = ReceiverChecks(settings: Settings().receiver, daemon: daemon).findings
    #expect(Self.worst(findings)?.level == level)
  }

  // MARK: The bus

  private static var sensors: Settings.Sensors {
    var settings = Settings.Sensors()
    settings.bus = "/dev/i2c-1"
    return settings
  }

  private static func examine(_ bus: FakeBus, _ settings: Settings.Sensors = sensors) -> [Finding] {
    BusChecks(settings: settings, bus: bus) { bus.now }.findings
  }

  @Test func `are green for a compass and an accelerometer that measure`() {
    let bus = FakeBus()
    let alive = Surroundings(fieldNoiseMicrotesla: 0.3, accelerationNoiseG: 0.002)
    for chip in [LIS3MDLModel(), LIS3DHModel()] as [RegisterChip] {
      chip.surroundings = alive
      bus.plug(chip)
    }
    let findings = Self.examine(bus)
    #expect(findings.map(\.level) == [.good, .good, .good], "\(findings)")
    #expect(findings.contains { $0.message.contains("LIS3MDL at 0x") && $0.message.contains("uT") })
  }

  @Test func `tell a held bus, and do not search on`() {
    let bus = FakeBus()
    bus.plug(LIS3MDLModel())
    bus.isHeld = true
    let findings = Self.examine(bus)
    #expect(findings.count == 1)
    #expect(findings.first?.level == .fault)
    #expect(findings.first?.message.contains("held") == true, "\(findings)")
  }

  @Test func `miss a chip only where it is required`() {
    let empty = Self.examine(FakeBus())
    #expect(empty.filter { $0.level == .note }.count == 2)
    #expect(Finding.exitStatus(of: empty) == 0)
    var required = Self.sensors
    required.isHeadingRequired = true
    #expect(Self.examine(FakeBus(), required).count { $0.level == .fault && $0.remedy != nil } == 2)
  }

  @Test func `warn of a bus that is not there`() {
    let fault = Fault(.noInput, "there is no such I2C bus", remedy: "enable it")
    let findings = BusChecks(settings: Self.sensors, chips: .failure(fault)).findings
    #expect(findings.map(\.level) == [.warning])
    var required = Self.sensors
    required.isMotionRequired = true
    #expect(BusChecks(settings: required, chips: .failure(fault)).findings.map(\.level) == [.fault])
  }

  // MARK: Lines

  @Test func `are green for lines that are there and free`() {
    let checks = LineChecks(
      chips: ["pinctrl-bcm2711"], expectedChip: "pinctrl-bcm2711",
      lines: [.init(part: .button, name: "GPIO17"), .init(part: .led, name: "GPIO27")])
    #expect(checks.findings.map(\.level) == [.good, .good, .good])
  }

  @Test func `name who has a line, and a chip that is not there`() {
    let busy = Fault(.tryAgain, "the line is in use by gpio-keys", remedy: "remove its dtoverlay", place: "GPIO17")
    let checks = LineChecks(
      chips: ["other"], expectedChip: "pinctrl-bcm2711", lines: [.init(part: .button, name: "GPIO17", fault: busy)])
    #expect(checks.findings.map(\.level) == [.warning, .fault, .note])
    #expect(checks.findings[1].message.contains("gpio-keys"))
  }

  @Test func `say what a person saw`() {
    #expect(HandTrial.finding(ledSeen: true).level == .good)
    #expect(HandTrial.finding(ledSeen: false).remedy?.contains("long leg") == true)
    #expect(HandTrial.finding(pressed: false).level == .fault)
    #expect(HandTrial.finding(pressed: nil).level == .note)
  }
}
