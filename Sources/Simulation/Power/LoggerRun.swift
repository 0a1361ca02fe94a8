import Clocks
import Configuration
import GNSS
import LoggerCore
import Records
import TrackFiles

/// The whole logger on a board that is carried through a truth: it plans its receiver's day by commands, feels motion,
/// and is pressed. Time jumps from one event to the next, so that sleep costs nothing to simulate.
struct LoggerRun {
  private var logger: Logger
  private var receiver: MovingReceiver
  private var motion: MotionSense?
  private let scenario: PowerScenario
  private var run = PowerRun()
  private var tally = TripTally()
  private var now = Instant.zero
  private var baud: Int
  private var motionSeconds = Double.infinity
  private var edges: [(at: Instant, pressed: Bool)] = []
  private var nextEdge = 0
  /// The newest record that waits to be durable, and until when.
  private var unsaved: (last: SequenceNumber, due: Instant)?
  /// The presses by the number of their record.
  private var tags: [SequenceNumber: Int] = [:]
  private var truth: GroundTruth
  /// Whether a hole was recorded since the last fix.
  private var followsGap = false

  /// How long the card takes to make records durable.
  private static let commitDelay = Duration.milliseconds(15)
  /// How long a press lasts.
  private static let pressLength = Duration.milliseconds(120)
  /// A burst that takes longer than this to arrive is read twice: at its beginning and at its end.
  private static let longBurst = Duration.milliseconds(50)

  private init(_ scenario: PowerScenario) {
    self.scenario = scenario
    truth = scenario.truth
    baud = scenario.settings.receiver.speedBaud
    logger = Logger(settings: scenario.settings, restored: scenario.restored, decoding: .init(isLive: false))
    receiver = MovingReceiver(scenario.energy, in: scenario.truth, faults: scenario.faults, seed: scenario.seed)
    if scenario.hasAccelerometer {
      var sense = MotionSense(scenario.truth, habits: scenario.habits, seed: scenario.seed)
      motionSeconds = sense.next(after: 0)
      motion = sense
    }
    for moment in scenario.pressMoments {
      let at = Instant(bootSeconds: moment)
      if let last = edges.last, at <= last.at { continue }
      edges += [(at, true), (at + Self.pressLength, false)]
    }
  }

  /// Runs a scenario from its start to its end.
  static func perform(_ scenario: PowerScenario) -> PowerRun {
    var run = LoggerRun(scenario)
    run.live()
    return run.run
  }

  private mutating func live() {
    let end = Instant(bootSeconds: truth.duration)
    send(.start)
    if motion != nil {
      send(.part(.accelerometer, .working(label: "LIS3DH at 0x18")))
      send(.motionWatch(isArmed: true))
    }
    send(.receiver(.open))
    while let next = nextMoment, next <= end {
      // A deadline that is still there after it was served would stop the clock for ever.
      let isStuck = next <= now && logger.nextDeadline.map { $0 <= now } ?? false && !hasNews(at: now)
      now = isStuck ? now + .milliseconds(1) : max(now, next)
      step()
    }
    now = end
    receiver.pass(to: end)
    run.spent = receiver.physics.spent
    run.starts = receiver.physics.starts
    run.distanceMeters = tally.trips.reduce(0) { $0 + $1.distanceMeters }
    run.track.sort { $0.seconds < $1.seconds }
  }

  private var nextMotion: Instant? { motionSeconds.isFinite ? Instant(bootSeconds: motionSeconds) : nil }

  private var nextMoment: Instant? {
    var next = receiver.nextDeadline
    func consider(_ moment: Instant?) { if let moment { next = min(next ?? moment, moment) } }
    consider(logger.nextDeadline)
    consider(unsaved?.due)
    if nextEdge < edges.count { consider(edges[nextEdge].at) }
    consider(nextMotion)
    return next
  }

  private func hasNews(at moment: Instant) -> Bool {
    receiver.nextDeadline.map { $0 <= moment } ?? false || unsaved.map { $0.due <= moment } ?? false
      || nextEdge < edges.count && edges[nextEdge].at <= moment || nextMotion.map { $0 <= moment } ?? false
  }

  private mutating func step() {
    var hasWoken = false
    if let due = receiver.nextDeadline, due <= now {
      let bytes = receiver.transmit(hostBaud: baud, at: now)
      if !bytes.isEmpty {
        let length = Duration.nanoseconds(Int64(bytes.count) * 10_000_000_000 / Int64(max(baud, 300)))
        if length > Self.longBurst { run.wakeups += 1 }
        hasWoken = true
        run.count("bursts")
        send(.received(bytes, firstByte: max(.zero, now - length)))
      }
    }
    if let due = nextMotion, due <= now {
      hasWoken = true
      run.count("motions")
      send(.moved)
      // Later than the last one even where its moment was rounded down.
      motionSeconds = motion?.next(after: max(now.bootSeconds, motionSeconds)) ?? .infinity
    }
    if nextEdge < edges.count, edges[nextEdge].at <= now {
      let edge = edges[nextEdge]
      nextEdge += 1
      hasWoken = true
      if edge.pressed {
        run.presses.append(PressOutcome(seconds: now.bootSeconds, isMoving: truth.isMoving(at: now.bootSeconds)))
      }
      send(.edge(pressed: edge.pressed))
    }
    if let saved = unsaved, saved.due <= now {
      unsaved = nil
      hasWoken = true
      run.count("commits")
      for (sequence, index) in tags where sequence <= saved.last && run.presses[index].durableSeconds == nil {
        run.presses[index].durableSeconds = now.bootSeconds - run.presses[index].seconds
      }
      send(.journal(.durable(upTo: saved.last)))
    }
    if let due = logger.nextDeadline, due <= now {
      hasWoken = true
      run.count("deadlines")
      send(.deadline)
    }
    if hasWoken { run.wakeups += 1 }
  }

  // MARK: - What the logger does

  private mutating func send(_ event: Event) {
    for action in logger.handle(event, at: now) {
      switch action {
      case .append(let record, let urgency): take(record, urgency)
      case .send(let bytes):
        run.count("commands")
        receiver.receive(bytes, hostBaud: baud, at: now)
      case .setBaud(let baud): self.baud = baud
      case .say(let line): run.said.append((now.bootSeconds, line))
      default: break
      }
    }
  }

  private mutating func take(_ record: Record, _ urgency: Urgency) {
    let delay: Duration =
      urgency == .now ? Self.commitDelay : .wholeNanoseconds(scenario.settings.storage.commitEverySeconds)
    let due = min(unsaved?.due ?? now + delay, now + delay)
    unsaved = (record.sequence, due)
    tally.take(record)
    switch record.body {
    case .fix(let fix):
      guard fix.reason.isInTrack, let place = fix.fix.coordinate else {
        run.count("outliers")
        break
      }
      run.track.append(
        RecordedPosition(
          seconds: seconds(of: record), latitude: place.latitudeDegrees, longitude: place.longitudeDegrees,
          followsGap: followsGap))
      followsGap = false
    case .tag:
      if let last = run.presses.indices.last { tags[record.sequence] = last }
      run.count("tags")
    case .located(let location):
      guard let index = tags[location.tag] else { break }
      let place = truth.point(at: run.presses[index].seconds).coordinate
      run.presses[index].delaySeconds = now.bootSeconds - run.presses[index].seconds
      run.presses[index].errorMeters = place.distanceMeters(to: location.coordinate)
      run.presses[index].accuracyMeters = location.horizontalAccuracyMeters
      run.presses[index].ageSeconds = location.ageSeconds
      run.count("located")
    case .mode(let change): run.modeSwitches.append((now.bootSeconds, change.mode))
    case .gap:
      run.count("gaps")
      followsGap = true
    case .trip: run.count("trips")
    default: break
    }
  }

  /// The moment that a record belongs to: by the time of the satellites where it has one.
  private func seconds(of record: Record) -> Double {
    guard let utc = record.utc, utc.quality >= .satellitesUnconfirmed else { return record.at.bootSeconds }
    return (utc.time - truth.start).seconds
  }
}
