/// Everything that can be set. Every value has a default; a file is never needed.
///
/// The keys of the file are those of the comments, `[section] key`; `waymark config reference` prints them all.
public struct Settings: Equatable, Sendable {
  /// `[board]`
  public var board = Board()
  /// `[receiver]`
  public var receiver = Receiver()
  /// `[sensors]`
  public var sensors = Sensors()
  /// `[button]`
  public var button = Button()
  /// `[led]`
  public var led = LED()
  /// `[buzzer]`
  public var buzzer = Buzzer()
  /// `[storage]`
  public var storage = Storage()
  /// `[control]`
  public var control = Control()
  /// `[recording]`
  public var recording = Recording()
  /// `[location]`
  public var location = Location()
  /// `[trip]`
  public var trip = TripRule()

  /// All defaults.
  public init() {}

  /// The receiver.
  public struct Receiver: Equatable, Sendable {
    /// `device`: the serial port, or any other tty.
    public var device = "/dev/serial0"
    /// `speed`: baud. A pseudo terminal has none and takes any.
    public var speedBaud = 9_600
    /// `find_speed`: whether other speeds are tried while nothing sensible comes.
    public var findsSpeed = true
    /// `configure`: whether the receiver is asked who it is and told what to send; else nothing is ever sent to it.
    public var isConfigured = true
    /// `rate_hz`: how many fixes a second it shall send, if it can be told.
    public var rateHertz = 1.0
    /// `required`: whether the logger refuses to start while its line cannot be opened.
    public var isRequired = false
    /// `silence_after_s`: seconds without a byte after which the receiver counts as silent.
    public var silenceAfterSeconds = 10.0

    /// Defaults.
    public init() {}
  }

  /// Where things are kept.
  public struct Storage: Equatable, Sendable {
    /// `data`: the folder of the journal.
    public var data = "/var/lib/waymark"
    /// `tracks`: the folder of the CSV and GPX files; nil means `tracks` inside the data folder.
    public var tracks: String?
    /// `commit_every_s`: the longest that a fix stays in memory before it is written, seconds.
    public var commitEverySeconds = 30.0

    /// Defaults.
    public init() {}
  }

  /// How clients reach the daemon.
  public struct Control: Equatable, Sendable {
    /// `socket`: the path of the control socket.
    public var socket = "/run/waymark/waymark.sock"

    /// Defaults.
    public init() {}
  }

  /// Which fixes are kept.
  public struct Recording: Equatable, Sendable {
    /// Which fixes are kept.
    public enum Keep: String, Sendable, CaseIterable {
      /// Every fix.
      case all
      /// Those that the rule picks; see docs/recording.md.
      case rule
    }

    /// What moves: decides which speeds are believed.
    public enum Activity: String, Sendable, CaseIterable {
      /// Anything that stays on the ground.
      case other
      /// A car.
      case automotiveNavigation = "automotive_navigation"
      /// On foot or by bicycle.
      case fitness
      /// Boats, trains and what else is steered.
      case otherNavigation = "other_navigation"
      /// Anything that flies.
      case airborne
    }

    /// `keep`: which fixes are kept.
    public var keep = Keep.all
    /// `min_interval_s`: with `rule`, never two fixes closer in time than this, seconds.
    public var minimumIntervalSeconds = 1.0
    /// `min_distance_m`: with `rule`, a fix must be this far from the one kept before, metres.
    public var minimumDistanceMeters = 5.0
    /// `max_interval_s`: with `rule`, a fix is kept after this time whatever the distance, seconds.
    public var maximumIntervalSeconds = 60.0
    /// `accuracy_factor`: with `rule`, a fix must also be this many times its own accuracy away from the one kept before;
    /// also scales the circle within which nothing counts as moving.
    public var accuracyFactor = 1.0
    /// `turn_degrees`: with `rule`, a change of direction that is kept before the distance is reached, degrees.
    public var turnDegrees = 30.0
    /// `heartbeat_s`: with `rule`, how often a fix is kept while nothing moves, seconds.
    public var heartbeatSeconds = 3_600.0
    /// `settle_s`: with `rule`, how long the first fixes after a start are let settle, seconds.
    public var settleSeconds = 3.0
    /// `activity_type`: what moves.
    public var activity = Activity.other
    /// `gap_after_s`: seconds without a fix that make a gap, and a new track segment. Grows to three times the usual
    /// interval of the fixes where they come more seldom.
    public var gapAfterSeconds = 60.0
    /// `gap_distance_m`: metres between two fixes, with some missing between them, that make a gap.
    public var gapDistanceMeters = 200.0

    /// Defaults.
    public init() {}
  }

  /// How exactly places are wanted, and what may sleep for it.
  public struct Location: Equatable, Sendable {
    /// How exactly a place is wanted, in Core Location's six levels.
    public enum Accuracy: String, Sendable, CaseIterable {
      /// The best there is, for somebody who steers by it.
      case bestForNavigation = "best_for_navigation"
      /// As exactly as the receiver can.
      case best
      /// To ten metres.
      case nearestTenMeters = "10m"
      /// To a hundred metres.
      case hundredMeters = "100m"
      /// To a kilometre.
      case kilometer = "1km"
      /// To three kilometres.
      case threeKilometers = "3km"
    }

    /// What auto does on a charger.
    public enum ChargerMode: String, Sendable, CaseIterable {
      /// Nothing special.
      case auto
      /// The receiver never sleeps.
      case highAccuracy = "high_accuracy"
    }

    /// `desired_accuracy`: how exactly places are wanted in auto.
    public var desiredAccuracy = Accuracy.nearestTenMeters
    /// `sleep`: whether the receiver may sleep at all while places are wanted.
    public var maySleep = true
    /// `pause`: whether it sleeps while nothing moves.
    public var pausesAutomatically = true
    /// `on_charger`: what auto does while the board is fed from outside.
    public var onCharger = ChargerMode.auto
    /// `battery_low_percent`: below this auto looks for significant changes only; 0 for never.
    public var batteryLowPercent = 20.0

    /// Defaults.
    public init() {}
  }

  /// When a new trip begins.
  public struct TripRule: Equatable, Sendable {
    /// `resume_within_h`: a restart or silence of up to this many hours belongs to the trip; a longer one ends it.
    public var resumeWithinHours = 6.0

    /// Defaults.
    public init() {}
  }
}
