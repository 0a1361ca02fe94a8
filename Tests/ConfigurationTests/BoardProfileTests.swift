import BoardFiles
import Configuration
import Testing

@Suite struct `Board profiles` {
  @Test(arguments: BoardFiles.all.map(\.name))
  func `that come along are whole`(name: String) throws {
    let text = try #require(BoardFiles.all.first { $0.name == name }).toml
    let (profile, faults) = BoardProfile.parse(text, name: name)
    #expect(faults.map(\.description) == [])
    #expect(!profile.compatible.isEmpty)
    #expect(profile.chip != nil)
    #expect(profile.bootFile?.hasPrefix("/boot/") == true)
    #expect(!profile.bootLines.isEmpty)
    #expect((profile.idleMilliamperes ?? 0) > 50)
    #expect(profile.powerSource != nil)
    #expect(profile.settings.sensors.bus != nil)
    #expect(profile.settings.button.line != nil)
    #expect(profile.settings.led.line != nil)
  }

  @Test func `are found by the most specific name of the device tree`() {
    #expect(BoardProfile.find(compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"])?.name == "raspberry-pi-4")
    #expect(BoardProfile.find(compatible: ["acme,unknown", "ti,am335x-bone-black"])?.name == "beaglebone-black")
    #expect(BoardProfile.find(compatible: ["acme,unknown"]) == nil)
  }

  @Test func `have no board twice`() {
    let names = BoardProfile.builtIn.flatMap(\.compatible)
    #expect(Set(names).count == names.count)
  }

  @Test func `give way to the user's file, key by key`() throws {
    let profile = try BoardProfile.named("raspberry-pi-4")
    let file = "[button]\nline = \"GPIO5\"\n[led]\nline = \"none\"\n"
    let (settings, faults) = ConfigurationFile.parse(Array(file.utf8), path: "w.toml", base: profile.settings)
    #expect(faults == [])
    #expect(settings.button.line == "GPIO5")
    #expect(settings.led.line == nil)
    #expect(settings.sensors.bus == "/dev/i2c-1")
  }

  @Test(arguments: [
    ("[profile]\ntitel = \"x\"\n", "b:2:1", "the keys of [profile]"),
    ("[power]\nidle_ma = -1\n", "b:2:11", "0 or more"),
    ("[power]\nidle_ma = nan\n", "b:2:11", "0 or more"),
    ("[boot]\nlines = 3\n", "b:2:9", "must be a text"),
    ("[button]\nline = 17\n", "b:2:8", "in quotes"),
    ("[nonsense]\n", "b:1:2", "unknown section"),
    ("[profile\n", "b:1", ""),
  ])
  func `that are wrong say where and what to do`(text: String, place: String, words: String) {
    let faults = BoardProfile.parse(Array(text.utf8), name: "b").faults
    #expect(faults.first?.place?.hasPrefix(place) == true)
    #expect(faults.first?.description.contains(words) == true)
  }

  @Test func `that do not exist are told with those that do`() {
    #expect(throws: (any Error).self) { try BoardProfile.named("raspberry-pi-9") }
    do {
      _ = try BoardProfile.named("raspberry-pi4")
    } catch {
      #expect(error.description.contains("did you mean raspberry-pi-4?"))
    }
  }
}
