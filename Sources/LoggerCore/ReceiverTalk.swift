import Clocks
import Configuration
import GNSS
import LocationServices
import Text

/// The talk with the receiver, as actions: its speed is searched for, it is asked who it is, and set up as configured.
/// What goes wrong is said once and kept for whoever asks; the logger goes on with the receiver as it is.
struct ReceiverTalk: Sendable {
  private var session: ReceiverSession
  /// What could not be done with the receiver last; nil while all is well.
  private(set) var fault: Fault?
  /// Whether the receiver shall sleep.
  private var shallSleep = false
  /// Whether it was told to track in short bursts.
  private var savesPower = false
  /// Whether it refused to.
  private var isSavingRefused = false
  /// What it can do, as far as is known.
  private(set) var abilities = ReceiverAbilities()
  /// When it was told to sleep last.
  private var restedAt: Instant?
  /// Whether it cannot sleep, or does not.
  private var isSleepless = false
  /// A receiver that only time wakes comes back by itself and is told anew; not more often than this.
  private static let restInterval = Duration.seconds(10)

  init(_ settings: Settings) {
    session = ReceiverSession(
      configuredBaud: settings.receiver.speedBaud, findsSpeed: settings.receiver.findsSpeed,
      wish: ReceiverWish(settings), mayTalk: settings.receiver.isConfigured)
  }

  var nextDeadline: Instant? { session.nextDeadline }

  /// What the receiver is; nil until it has said so.
  var identity: ReceiverIdentity? { session.control.identity }

  /// Whether it sleeps, as it was told to.
  var isAsleep: Bool { session.control.state == .asleep || session.control.state == .waking }

  /// The speed of the line, baud; nil while it is searched for.
  var baud: Int? { session.search.isFound ? session.search.baud : nil }

  mutating func link(_ link: Link, at: Instant, to actions: inout [Action]) {
    switch link {
    case .open: perform(session.opened(at: at), to: &actions)
    case .closed:
      session.closed(at: at)
      fault = nil
      isSleepless = false
      isSavingRefused = false
      savesPower = false
      restedAt = nil
      learnAbilities()
    }
  }

  /// Does what the schedule wants of the receiver, as soon as it can be told.
  mutating func obey(_ order: ReceiverOrder, at: Instant, to actions: inout [Action]) {
    switch order {
    case .on(_, let savesPower):
      if shallSleep {
        shallSleep = false
        restedAt = nil
        perform(session.request(.wake, at: at), to: &actions)
      }
      guard savesPower != self.savesPower, session.control.state == .ready else { return }
      self.savesPower = savesPower
      perform(session.request(.powerSaving(savesPower ? .cyclic : .full), at: at), to: &actions)
    case .sleep(let until):
      shallSleep = true
      guard !isSleepless, session.control.state == .ready, restedAt.map({ at - $0 >= Self.restInterval }) ?? true
      else { return }
      restedAt = at
      // One that wakes for a byte is woken from here; its own timer would only be a second opinion.
      let seconds =
        session.control.power.isTimedOnly ? until.map { max(1, Int(($0 - at).seconds.rounded(.down))) } : nil
      perform(session.request(.sleep(seconds: seconds), at: at), to: &actions)
    }
  }

  private mutating func learnAbilities() {
    let power = session.control.power
    abilities = ReceiverAbilities(
      canSleep: session.mayTalk && identity != nil && power.canSleep && !isSleepless,
      wakesOnDemand: !power.isTimedOnly,
      canSavePower: !isSavingRefused && !session.control.profile.powerSaving(.cyclic).isEmpty)
  }

  mutating func received(
    _ count: Int, by decoder: inout ReceiverDecoder, firstByte: Instant, at: Instant, to actions: inout [Action]
  ) {
    perform(session.received(count, by: &decoder, firstByte: firstByte, at: at), to: &actions)
  }

  mutating func pass(to at: Instant, to actions: inout [Action]) {
    guard let deadline = session.nextDeadline, deadline <= at else { return }
    perform(session.handleDeadline(at: at), to: &actions)
  }

  private mutating func perform(_ outputs: [ReceiverOutput], to actions: inout [Action]) {
    for output in outputs {
      switch output {
      case .send(let bytes): actions.append(.send(bytes))
      case .setBaud(let baud): actions.append(.setBaud(baud))
      case .found(let baud): actions.append(.say("the receiver is understood at \(baud) Bd"))
      case .report(let news): take(news, to: &actions)
      }
    }
  }

  private mutating func take(_ news: ReceiverNews, to actions: inout [Action]) {
    switch news {
    case .sleepIgnored, .failed(.sleep, _): isSleepless = true
    case .failed(.powerSaving, _): isSavingRefused = true
    // What it was told is forgotten, or another one hears.
    case .identified, .restarted: savesPower = false
    default: break
    }
    learnAbilities()
    if let fault = news.fault {
      self.fault = fault
      actions.append(.say(fault.description))
      return
    }
    switch news {
    case .identified(let identity):
      fault = nil
      actions.append(.say("the receiver is \(identity.words)"))
    case .speedChanged(let baud): actions.append(.say("the receiver talks at \(baud) Bd now"))
    case .restarted: actions.append(.say("the receiver has started anew; it is set up again"))
    case .awake: fault = nil
    default: break
    }
  }
}

extension ReceiverIdentity {
  /// What it is, for people: its model and firmware, or its family's language.
  var words: String {
    let name = model ?? "a \(language) receiver"
    return firmware.map { $0 == name ? name : "\(name), firmware \($0)" } ?? name
  }
}

extension ReceiverWish {
  /// A line of 9600 Bd takes an epoch or two a second; above that the receiver is asked to talk faster.
  private static let fastLineHertz = 2.0

  /// What the settings want of a receiver.
  init(_ settings: Settings) {
    let rate = settings.receiver.rateHertz
    self.init(
      periodMilliseconds: Int(1_000 / min(max(rate, 0.1), 10)), selectsSentences: true,
      activity: ReceiverActivity(settings.recording.activity),
      baud: rate > Self.fastLineHertz && settings.receiver.speedBaud < 115_200 ? 115_200 : nil)
  }
}

extension ReceiverActivity {
  /// The same in the receiver's words.
  init(_ activity: Settings.Recording.Activity) {
    self =
      switch activity {
      case .other: .other
      case .automotiveNavigation: .automotive
      case .fitness: .fitness
      case .otherNavigation: .otherNavigation
      case .airborne: .airborne
      }
  }
}
