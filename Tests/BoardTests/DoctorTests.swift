import Configuration
import Testing

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
