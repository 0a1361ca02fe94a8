/// u-blox M9, M10 and newer: keys and values with CFG-VALSET (u-blox M10 interface description, UBX-21035062), into RAM
/// and battery-backed RAM, so that they outlast a sleep where there is a backup supply.
public struct UBloxValueProfile: ReceiverProfile {
  /// Makes the profile.
  public init() {}

  /// A key with its value; the size of the value is in bits 28 to 30 of the key.
  public struct Item: Equatable, Sendable {
    /// The key.
    public var key: UInt32
    /// The value; only as many of its lower bytes are sent as the key wants.
    public var value: UInt64

    /// Makes an item.
    public init(_ key: UInt32, _ value: UInt64) {
      self.key = key
      self.value = value
    }

    /// Bytes of the value: 1 for a bit and for one byte, 2, 4 or 8; 0 for a key that is none.
    var size: Int {
      switch key >> 28 & 7 {
      case 1, 2: 1
      case 3: 2
      case 4: 4
      case 5: 8
      default: 0
      }
    }
  }

  /// Keys (UBX-21035062, chapter 5).
  public enum Key {
    /// CFG-UART1-BAUDRATE.
    public static let baud: UInt32 = 0x4052_0001
    /// CFG-RATE-MEAS, milliseconds.
    public static let period: UInt32 = 0x3021_0001
    /// CFG-NAVSPG-DYNMODEL.
    public static let model: UInt32 = 0x2011_0021
    /// CFG-PM-OPERATEMODE: 0 full, 1 on and off, 2 cyclic.
    public static let operateMode: UInt32 = 0x20D0_0001
    /// CFG-PM-POSUPDATEPERIOD, seconds.
    public static let updatePeriod: UInt32 = 0x40D0_0002
    /// CFG-MSGOUT-NMEA_ID_RMC_UART1.
    public static let rmc: UInt32 = 0x2091_00AC
    /// CFG-MSGOUT-NMEA_ID_VTG_UART1.
    public static let vtg: UInt32 = 0x2091_00B1
    /// CFG-MSGOUT-NMEA_ID_GGA_UART1.
    public static let gga: UInt32 = 0x2091_00BB
    /// CFG-MSGOUT-NMEA_ID_GSA_UART1.
    public static let gsa: UInt32 = 0x2091_00C0
    /// CFG-MSGOUT-NMEA_ID_GSV_UART1.
    public static let gsv: UInt32 = 0x2091_00C5
    /// CFG-MSGOUT-NMEA_ID_GLL_UART1.
    public static let gll: UInt32 = 0x2091_00CA
    /// CFG-MSGOUT-NMEA_ID_GST_UART1.
    public static let gst: UInt32 = 0x2091_00D4
    /// CFG-MSGOUT-PUBX_ID_POLYP_UART1.
    public static let pubx00: UInt32 = 0x2091_00ED
  }

  /// Layers that a value is written to.
  public enum Layers: UInt8, Sendable {
    /// Lost with power.
    case ram = 1
    /// RAM, and what a backup supply keeps.
    case ramAndBackup = 3
    /// Those, and flash where there is one.
    case all = 7
  }

  /// M9, M10 and newer.
  public var language: ReceiverLanguage { .ubloxM10 }
  /// Sleeps, and forgets what no backup supply keeps.
  public var power: PowerCapabilities { UBlox.power }
  /// 10 Hz at most, with all systems on; once a minute at least.
  public func period(nearest milliseconds: Int) -> Int { min(max(milliseconds, 100), 60_000) }

  /// CFG-VALSET (06 8A), all items in one message: they are taken or refused together. At most 64.
  public func set(
    _ purpose: ReceiverCommand.Purpose, _ items: [Item], layers: Layers = .ramAndBackup
  ) -> ReceiverCommand {
    var payload: [UInt8] = [0x00, layers.rawValue, 0x00, 0x00]
    for item in items.prefix(64) {
      payload.put(littleEndian: item.key)
      for index in 0..<item.size { payload.append(UInt8(truncatingIfNeeded: item.value >> UInt64(index * 8))) }
    }
    return ReceiverCommand(purpose, ubx: UBXFrame(UBXFrame.Class.cfg, 0x8A, payload))
  }

  /// Sentences, model, rate.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = []
    if wish.selectsSentences {
      let epochs = wish.satellitesInViewEpochs(
        limit: UBlox.maximumEpochs, period: period(nearest: wish.periodMilliseconds ?? 1_000))
      commands.append(
        set(
          .sentences,
          [
            Item(Key.rmc, 1), Item(Key.gga, 1), Item(Key.gsa, 1), Item(Key.gst, 1), Item(Key.gll, 0),
            Item(Key.vtg, 0), Item(Key.gsv, UInt64(epochs)),
          ]))
    }
    if let activity = wish.activity {
      commands.append(set(.dynamicModel, [Item(Key.model, UInt64(UBlox.model(activity)))]))
    }
    if let wanted = wish.periodMilliseconds {
      commands.append(set(.rate, [Item(Key.period, UInt64(period(nearest: wanted)))]))
    }
    return commands
  }

  /// Its acknowledgement may come at either speed. Into RAM alone: a backup of a speed that does not work would outlast
  /// the plug.
  public func speed(baud: Int) -> ReceiverCommand? {
    guard let baud = UInt32(exactly: baud), baud > 0 else { return nil }
    return set(.speed, [Item(Key.baud, UInt64(baud))], layers: .ram)
  }

  /// RXM-PMREQ in its form of 16 bytes: backup, forced, woken by RX. The short form sleeps for ever on these.
  public func sleep(seconds: Int?) -> ReceiverCommand? { sleep(seconds: seconds, wakeSources: 0x08) }

  /// The same with a choice of what wakes it: 0x08 RX, 0x20 EXTINT0, both together 0x28.
  public func sleep(seconds: Int?, wakeSources: UInt32) -> ReceiverCommand {
    var payload: [UInt8] = [0, 0, 0, 0]
    payload.put(littleEndian: UBlox.milliseconds(ofSleep: seconds))
    payload.put(littleEndian: UInt32(0x06))
    payload.put(littleEndian: wakeSources)
    return ReceiverCommand(.sleep, ubx: UBXFrame(UBXFrame.Class.rxm, 0x41, payload))
  }

  /// A byte.
  public var wake: ReceiverCommand? { UBlox.wake }

  /// CFG-RST.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? { UBlox.restart(kind) }

  /// CFG-PM: only at 2 Hz or slower.
  public func powerSaving(_ mode: PowerSaving) -> [ReceiverCommand] {
    switch mode {
    case .full: [set(.powerSaving, [Item(Key.operateMode, 0)])]
    case .cyclic: [set(.powerSaving, [Item(Key.operateMode, 2)])]
    case .interval(let seconds):
      [set(.powerSaving, [Item(Key.updatePeriod, UInt64(min(max(seconds, 5), 86_400))), Item(Key.operateMode, 1)])]
    }
  }

  /// MGA-DBD.
  public var aidingDump: ReceiverCommand? { UBloxAiding.poll }
}
