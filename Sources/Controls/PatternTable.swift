extension Pattern {
  /// How it looks. One character is a tenth of a second, `#` is light.
  ///
  /// What a press is answered with begins or ends as the finger feels it, so "seen" starts lit. What lasts is dark nearly
  /// all the time: each change wakes the board, and a card that is full deserves more of that than a cloudy sky.
  public var beat: Beat {
    switch self {
    case .dark: Beat("")

    case .seen: Beat("#.")
    case .saved: Beat("########..")
    case .located: Beat("#####..#####...")
    case .modeAuto: Beat("...##....")
    case .modeHighAccuracy: Beat("...##..##....")
    case .modeSignificantChange: Beat("...##..##..##....")
    case .modeOff: Beat("...##..##..##..##....")

    case .held: Beat("############################################################")
    case .poweringOff: Beat("###..", repeats: true)

    case .searching: Beat("#.................................................", repeats: true)
    case .noReceiverData: Beat("#.#...............................................", repeats: true)
    case .partFault: Beat("#.#.#.............................................", repeats: true)
    case .writeFault: Beat("#####.....", repeats: true)
    case .diskFull: Beat("###############.....", repeats: true)
    case .needsCalibration:
      Beat("#.#.#.#.........................................................................", repeats: true)

    case .calibratingFirst: Beat("##..................", repeats: true)
    case .calibratingSecond: Beat("##........", repeats: true)
    case .calibratingThird: Beat("##.....", repeats: true)
    case .calibratingLast: Beat("##...", repeats: true)
    case .refused: Beat("##.##.##.##.##.##....")
    }
  }
}
