import Clocks

/// What a receiver has in its RAM, and what it heard.
public struct TwinBody: Sendable {
  /// Sentences it can send.
  public enum Sentence: String, Sendable, CaseIterable {
    /// Recommended minimum.
    case rmc = "RMC"
    /// Fix data.
    case gga = "GGA"
    /// Position and time.
    case gll = "GLL"
    /// Track and speed.
    case vtg = "VTG"
    /// Dilutions and satellites used.
    case gsa = "GSA"
    /// Satellites in view.
    case gsv = "GSV"
    /// Error statistics.
    case gst = "GST"
    /// Time and date.
    case zda = "ZDA"
  }

  /// Settings that a start may lose.
  public struct Settings: Equatable, Sendable {
    /// Speed of its port.
    public var baud: Int
    /// Time between positions, milliseconds.
    public var periodMilliseconds = 1_000
    /// Every how many epochs a sentence comes; none for never.
    public var rates: [Sentence: Int] = [.rmc: 1, .gga: 1, .gll: 1, .vtg: 1, .gsa: 1, .gsv: 1]
    /// Dynamic model, in the family's numbers.
    public var dynamicModel = 0
    /// Power saving, in the family's numbers.
    public var powerMode = 0
  }

  /// What it works with.
  public var settings: Settings
  /// What a start without memory has.
  public var saved: Settings
  /// Whether it listens and talks.
  public var isAwake = true
  /// Whether it computes positions; its port listens either way.
  public var isTracking = true
  /// When it wakes by itself.
  public var wakesAt: Instant?
  /// Whether a byte on its line wakes it from this sleep.
  public var wakesByByte = false
  /// Whether this sleep costs it its RAM.
  public var losesRAMAsleep = false
  /// Until when what is sent to it is lost.
  public var deafUntil = Instant.zero
  /// Epochs since it was made.
  public var epochs = 0
  /// All messages that it understood as such, also those that it does not know.
  public var heard: [TwinMessage] = []
  /// Those that are none of its language.
  public var foreign: [TwinMessage] = []
  /// How often it was told to sleep.
  public var sleeps = 0
  /// Frames of a navigation database, or time and place, that it was given.
  public var aidingFrames = 0

  init(baud: Int) {
    settings = Settings(baud: baud)
    saved = settings
  }

  var baud: Int {
    get { settings.baud }
    set { settings.baud = newValue }
  }

  var periodMilliseconds: Int { settings.periodMilliseconds }

  mutating func loseRAM(keepsBackup: Bool) {
    settings = keepsBackup ? saved : Settings(baud: factoryBaud)
  }

  /// Every family but the fastest modules leaves its factory with this.
  private var factoryBaud: Int { 9_600 }

  mutating func sleep(seconds: Int?, wakesByByte: Bool, losesRAM: Bool, at instant: Instant) {
    sleeps += 1
    isAwake = false
    wakesAt = seconds.map { instant + .seconds($0) }
    self.wakesByByte = wakesByByte
    losesRAMAsleep = losesRAM
  }
}

/// What a command leads to.
struct TwinReply: Sendable {
  /// What is said.
  var answers: [[UInt8]] = []
  /// What would be said if it were refused; nil where the language has no word for that.
  var refusal: [UInt8]?
  /// The speed from now on; the answers leave before.
  var baud: Int?
  /// Whether it starts anew.
  var startsAnew = false
}

/// A family's side of the talk.
protocol TwinLanguage: Sendable {
  /// Sentences after power on, without frame.
  var greeting: [String] { get }
  /// From power on until it listens.
  var bootTime: Duration { get }
  /// Carries a message out.
  ///
  /// - Returns: false for a message of another language.
  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool
}

/// Understands nothing.
struct GenericTwin: TwinLanguage {
  let greeting: [String] = []
  let bootTime = Duration.milliseconds(300)

  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool {
    false
  }
}
