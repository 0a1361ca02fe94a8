import BoardFiles
import Configuration
import Testing

@Suite struct `Receivers' files` {
  @Test(arguments: BoardFiles.receivers.map(\.name))
  func `that come along are whole`(name: String) throws {
    let text = try #require(BoardFiles.receivers.first { $0.name == name }).toml
    let (receiver, faults) = ReceiverEnergy.parse(text, name: name)
    #expect(faults.map(\.description) == [])
    #expect(receiver.title != name)
    #expect(["ublox8", "ubloxM10", "mediatek", "casic", "pair", "generic"].contains(receiver.language))
    #expect(receiver.acquiringMilliamperes >= receiver.trackingMilliamperes)
    #expect(receiver.trackingMilliamperes > receiver.powerSaveMilliamperes ?? 0)
    #expect(receiver.trackingMilliamperes > 5 * receiver.asleepMilliamperes)
    #expect(receiver.hotSeconds < receiver.warmSeconds)
    #expect(receiver.warmSeconds < receiver.coldSeconds)
    #expect(!receiver.currentSource.isEmpty)
    #expect(!receiver.firstFixSource.isEmpty)
  }

  @Test(arguments: [
    ("[current]\ntracking_ma = -1\n", "must be a number"),
    ("[current]\ntracking_ma = nan\n", "must be a number"),
    ("[current]\ntraking_ma = 1\n", "the keys of [current]"),
    ("[currant]\n", "unknown section"),
    ("[receiver]\ntitle = 3\n", "must be a text"),
    ("[receiver]\ntitle = \"x\"\n", "[current] tracking_ma is missing"),
    ("[receiver\n", ""),
    ("\0", "no text"),
  ])
  func `that are wrong say what and what to do`(text: String, words: String) {
    let faults = ReceiverEnergy.parse(Array(text.utf8), name: "r").faults
    #expect(faults.contains { $0.description.contains(words) })
  }

  @Test func `that do not exist are told with those that do`() {
    do {
      _ = try ReceiverEnergy.named("sam-m8")
      Issue.record("there is no sam-m8")
    } catch {
      #expect(error.description.contains("did you mean sam-m8q?"))
    }
  }
}

@Suite struct `A board that cuts its own power` {
  @Test func `gains by it from some absence on`() throws {
    let board = try BoardProfile.named("raspberry-pi-5")
    let cut = try #require(board.timedPowerOff)
    let idle = try #require(board.idleMilliamperes)
    let seconds = try #require(cut.breakEvenSeconds(idle: idle))
    #expect((10...120).contains(seconds))
    #expect(cut.breakEvenSeconds(idle: 1) == nil)
    #expect(try BoardProfile.named("raspberry-pi-zero-2-w").timedPowerOff == nil)
  }
}
