import Clocks
import Compass
import Text

/// What happens around the compass, beside its measurements.
public enum CompassEvent: Equatable, Sendable {
  /// What is stored for one of the keys that ``CompassAction/load(key:others:)`` names; nil if nothing is.
  case stored(Calibration?)
  /// The calibration of ``CompassAction/keep(_:)`` is on the card, with nil, or could not be put there.
  case kept(Fault?)
  /// Whether anybody follows the heading from now on.
  case followed(Bool)
  /// A client wants the board to be calibrated; false: the client that wanted it has gone.
  case calibrate(Bool)
}

/// What the compass wants of the board.
public enum CompassAction: Equatable, Sendable {
  /// Measure field and acceleration once.
  case measureOnce
  /// Measure both again and again at this interval; nil stops.
  case measure(every: Duration?)
  /// Look for the calibration of this key, or else for one of the others, and answer by ``CompassEvent/stored(_:)``.
  case load(key: String, others: [String])
  /// Put this calibration on the card in place of the one of its key, and answer by ``CompassEvent/kept(_:)``.
  case keep(Calibration)
  /// Tell whoever follows the heading.
  case tell(HeadingReport)
  /// Tell whoever follows the calibration.
  case guide(GuideReport)
}

/// A heading with what was seen beside it.
public struct HeadingReport: Equatable, Sendable {
  /// When it was measured.
  public var at: Instant
  /// The heading.
  public var heading: Heading
  /// What disturbs the field; only seen while the heading is followed.
  public var interference: InterferenceWatch.Alarm?
}

/// How far a calibration is.
public struct GuideReport: Equatable, Sendable {
  /// Collecting, or how it ended.
  public var stage: CalibrationGuide.Stage
  /// How much of what is needed is there, 0...1.
  public var share: Double
  /// What was collected and what is missing.
  public var progress: CollectionProgress
  /// The map of what was seen.
  public var picture: CoveragePicture
  /// What became of the last sample; nil before the first.
  public var intake: SampleCollector.Intake?
  /// Why the last try did not end it.
  public var shortcomings: [RefusalReason]
  /// What was found, once it was accepted.
  public var calibration: Calibration?
  /// Whether it is over: accepted and on the card, refused, or not saved.
  public var isOver: Bool
  /// Why it is not on the card.
  public var fault: Fault?
}

/// How the compass is.
public struct CompassStatus: Equatable, Sendable {
  /// The last heading, however old.
  public var last: HeadingReport?
  /// The calibration in use.
  public var calibration: Calibration?
  /// How old that is, days; nil where the date is not known.
  public var calibrationAgeDays: Double?
  /// Whether the heading in use has lost its accuracy.
  public var wantsCalibration: Bool
  /// By how much the heading differs from where the way goes, if that lasts.
  public var courseOffset: CourseComparison.Offset?
  /// East positive, degrees; nil without a position and a date.
  public var declinationDegrees: Double?
  /// Whether the compass is being calibrated.
  public var isCalibrating: Bool
  /// Why the last calibration was refused or could not be saved; empty after a good one.
  public var lastRefusal: [RefusalReason]
  /// Why the last calibration is not on the card.
  public var saveFault: Fault?
  /// Why true headings are missing, or less sure: the magnetic model is not of this year.
  public var modelFault: Fault?
  /// Why a calibration that is there is not used: the axes of the board were others then.
  public var otherMounting: Fault?
}
