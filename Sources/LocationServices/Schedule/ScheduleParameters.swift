/// Every number that the schedule of the receiver turns on, in one place; docs/power.md tells what they do.
///
/// The costs are relative to a receiver that tracks, so that no current needs to be known: what pays for one pays for
/// all, for the ratios are alike (datasheets and measurements: searching takes 1.1 times what tracking does, tracking in
/// bursts a third of it, sleep next to nothing).
public struct ScheduleParameters: Equatable, Sendable {
  // MARK: Costs

  /// What searching takes, as part of tracking.
  public var searchingShare = 1.1
  /// What tracking in bursts takes, as part of tracking: 9.5 of 29 mA (SAM-M8Q), 5 of 12 mA (MAX-M10S).
  public var powerSaveShare = 0.36
  /// A sleep must save at least this many times what the search after it costs.
  public var payoff = 1.15
  /// Nothing sleeps for less than this, seconds: the commands alone take two.
  public var leastSleepSeconds = 12.0

  // MARK: Starts

  /// A receiver is on for this long in one piece once its orbits are to be renewed, seconds: each satellite tells its
  /// orbit every 30 s (IS-GPS-200, subframes 1 to 3).
  public var ephemerisHoldSeconds = 35.0
  /// Up to this age orbits make a hot start, seconds: they are valid for two hours around their time.
  public var ephemerisFreshSeconds = 7_200.0
  /// What a hot start takes until it has been measured here, seconds. Datasheets say one; fields say ten.
  public var usualHotSeconds = 8.0
  /// The same for a start without orbits, seconds.
  public var usualWarmSeconds = 30.0
  /// The same for a start with nothing, seconds.
  public var usualColdSeconds = 40.0
  /// How much of each new measurement goes into the expected time to the first fix.
  public var lockSmoothing = 0.25
  /// A start that should have been hot and took longer than this was none, seconds.
  public var notHotSeconds = 22.0
  /// So many of them in a row mean that the backup supply is dead.
  public var coldStartsToNotice = 3

  // MARK: Searches

  /// How long the very first search may last, seconds: the almanac alone takes 12.5 minutes.
  public var firstBudgetSeconds = 900.0
  /// How long a later one may last where the receiver knows no orbits, seconds; and one for a sky that was lost.
  public var laterBudgetSeconds = 300.0
  /// How long a hot start may take, seconds: under a sky it has its fix in a tenth of that.
  public var hotBudgetSeconds = 90.0
  /// From a failed search to the next, seconds; doubles with each failure.
  public var retrySeconds = 60.0
  /// The longest pause between two searches, seconds.
  public var longestRetrySeconds = 3_600.0
  /// Motion begins the next search this long after the last one failed, seconds; doubles while motion goes on in vain.
  public var motionRetrySeconds = 60.0
  /// The longest of those, seconds.
  public var longestMotionRetrySeconds = 900.0
  /// A pause in motion so long makes the next one news again, seconds.
  public var motionPauseSeconds = 600.0
  /// Without a fix for this long the sky counts as lost, seconds.
  public var lostSeconds = 7.0

  // MARK: Rest

  /// After the very first fix the receiver stays on for at least this long, seconds: motion may not have been seen yet.
  public var startDwellSeconds = 60.0
  /// An accelerometer that has felt nothing for this long vouches for rest, seconds.
  public var quietSeconds = 20.0
  /// One that goes on feeling something, such as an engine, delays it for so long at most, seconds.
  public var longestUnrestSeconds = 180.0
  /// Without an accelerometer, the first look after falling asleep at rest, seconds.
  public var firstRestLookSeconds = 60.0
  /// How much longer each further pause is.
  public var restLookGrowth = 1.25
  /// The longest, seconds.
  public var longestRestLookSeconds = 240.0
  /// With a receiver whose searches are long, looks at rest cost no more than this part of always being on.
  public var restShare = 0.055
  /// With an accelerometer, the first look after falling asleep, seconds; then after twice the time, up to
  /// ``heartbeatSeconds``. Nothing has moved, but the errors of the first fixes have: their mean is the better place.
  public var firstPlaceLookSeconds = 600.0
  /// With an accelerometer, only so often, seconds: a sign of life. Two of them fit into the life of the orbits.
  public var heartbeatSeconds = 3_540.0
  /// How many fixes a look at rest needs.
  public var restLookFixes = 3
  /// After motion was felt at rest, the receiver stays on until nothing has been felt for this long, seconds.
  public var confirmSeconds = 12.0
  /// But not longer than this if the fixes say that nothing moves, seconds.
  public var longestConfirmSeconds = 60.0
  /// After a false alarm motion is not believed for so long, seconds: doubles, up to ``longestAlarmPauseSeconds``, once
  /// there were more than ``patientAlarms`` in a row.
  public var alarmPauseSeconds = 30.0
  /// The longest such pause, seconds.
  public var longestAlarmPauseSeconds = 300.0
  /// So many false alarms in a row are let pass.
  public var patientAlarms = 4

  // MARK: Moving

  /// How much of the desired accuracy the estimated error may use up.
  public var errorShare = 0.8
  /// The longest sleep while moving, seconds.
  public var longestMovingSleepSeconds = 300.0
  /// How many fixes a look while moving needs: the first one of a hot start is not the best.
  public var movingLookFixes = 2
  /// Tracking in bursts begins with at least this accuracy, metres.
  public var powerSaveMeters = 20.0
  /// And ends with a worse one than this, metres.
  public var powerSaveEndMeters = 40.0
  /// And with fewer satellites than this: early receivers lose the sky in it otherwise.
  public var powerSaveSatellites = 5

  /// The usual ones.
  public init() {}
}
