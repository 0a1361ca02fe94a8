/// What the one LED shows, named by what it tells the person in the rain. Dark in the steady state, because each blink
/// wakes the board. How each one looks is in ``beat``.
public enum Pattern: UInt8, Sendable, CaseIterable {
  /// All is well.
  case dark

  // Answers to a press, shown once.

  /// The press was seen.
  case seen
  /// The tag is on the card and stays there.
  case saved
  /// The place of the tag is known.
  case located
  /// From now on it logs as the configuration says.
  case modeAuto
  /// From now on it logs as exactly as it can.
  case modeHighAccuracy
  /// From now on it logs only where one has gone far.
  case modeSignificantChange
  /// From now on it logs nothing.
  case modeOff

  // While the button is held.

  /// Let go now, and the mode changes.
  case held
  /// It saves what it has and turns the power off; the button may be let go.
  case poweringOff

  // Conditions that last.

  /// No position yet.
  case searching
  /// Nothing that makes sense comes from the receiver.
  case noReceiverData
  /// A part does not work: the button is stuck.
  case partFault
  /// Writing fails.
  case writeFault
  /// The card is full.
  case diskFull
  /// The compass has lost its accuracy and wants to be calibrated.
  case needsCalibration

  // The calibration of the compass, which somebody watches who turns the board.

  /// The board is to be turned onto all its sides; less than a quarter is done.
  case calibratingFirst
  /// Less than half is done.
  case calibratingSecond
  /// Less than three quarters are done.
  case calibratingThird
  /// Nearly done.
  case calibratingLast
  /// The recording gives no calibration; the old one, if any, stays.
  case refused
}
