/// What all generations of u-blox share.
enum UBlox {
  /// What a wish for GSV can count: one byte.
  static let maximumEpochs = 255

  /// Dynamic models (CFG-NAV5 and CFG-NAVSPG-DYNMODEL, UBX-13003221 section 8.1). Boats and trains stay with portable:
  /// sea assumes that nothing goes up, and a train in the mountains does. Pedestrian holds up to 30 m/s.
  static func model(_ activity: ReceiverActivity) -> UInt8 {
    switch activity {
    case .other, .otherNavigation: 0
    case .fitness: 3
    case .automotive: 4
    case .airborne: 7
    }
  }

  /// CFG-RST: what is forgotten and how. Only the satellite part restarts, so that the configuration is kept; the
  /// message is never acknowledged.
  static func restart(_ kind: RestartKind) -> ReceiverCommand {
    let forgotten: UInt16 =
      switch kind {
      case .hot: 0x0000
      case .warm: 0x0001
      case .cold: 0xFFFF
      }
    return reset(.restart, forgotten: forgotten, mode: 0x02)
  }

  /// CFG-RST that stops the satellite part: less current, and the port still listens.
  static var stopSatellites: ReceiverCommand { reset(.sleep, forgotten: 0, mode: 0x08) }

  /// CFG-RST that starts the satellite part.
  static var startSatellites: ReceiverCommand { reset(.wake, forgotten: 0, mode: 0x09) }

  private static func reset(
    _ purpose: ReceiverCommand.Purpose, forgotten: UInt16, mode: UInt8
  ) -> ReceiverCommand {
    var payload: [UInt8] = []
    payload.put(littleEndian: forgotten)
    payload += [mode, 0]
    return ReceiverCommand(
      purpose, bytes: UBXFrame(UBXFrame.Class.cfg, 0x04, payload).bytes, .none(settling: .milliseconds(1_000)))
  }

  /// An edge on RX wakes it. The byte itself is lost, and what follows for about half a second, too.
  static var wake: ReceiverCommand { ReceiverCommand(.wake, bytes: [0xFF], .none(settling: .milliseconds(500))) }

  /// Longest sleep by its own timer: milliseconds in 32 bits, of which 12 days are allowed (UBX-13003221, RXM-PMREQ).
  static let maximumSleepSeconds = 12 * 86_400

  static func milliseconds(ofSleep seconds: Int?) -> UInt32 {
    guard let seconds else { return 0 }
    return UInt32(min(max(seconds, 1), maximumSleepSeconds)) * 1_000
  }

  static let power = PowerCapabilities(
    canSleep: true, wakesByByte: true, wakesByTimer: true, maximumTimerSeconds: maximumSleepSeconds,
    keepsConfiguration: false, settling: .milliseconds(500))
}
