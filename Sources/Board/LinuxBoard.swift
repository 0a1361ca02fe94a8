import CLinux
import Clocks
import Configuration
import Glibc
import Journal
import LoggerCore
import Records
import Sensors
import Text
import TrackFiles

/// A board made of Linux: carries the pure ``Logger`` with a serial port, a journal on a file system and a control
/// socket. One thread runs it and sleeps in one place; a second one writes.
public final class LinuxBoard {
  /// How long an end in good order may take before what is not saved is given up.
  var stopPatience = Duration.milliseconds(4_500)

  private enum Token {
    static let signals = EventLoop.Token(1)
    static let clockSet = EventLoop.Token(2)
    static let receiver = EventLoop.Token(3)
    static let pen = EventLoop.Token(4)
    static let listener = EventLoop.Token(5)
    static let button = EventLoop.Token(6)
    static let sensors = EventLoop.Token(7)
    static let motion = EventLoop.Token(8)
    static let firstClient: UInt64 = 16
  }

  private enum Phase {
    case running
    /// The core was told to stop; until everything is durable, or until `giveUpAt`.
    case stopping(giveUpAt: Instant)
    /// Everything is durable; the folder of tracks is being synced.
    case finishing(giveUpAt: Instant)
    case ended
  }

  let settings: Settings
  let log: (String) -> Void
  let data: String
  let tracks: String
  let startedAt = HostClock.now()
  /// Whether the memory that only the start needed has been given back.
  private var isSettled = false
  var tracksFault: Fault?

  private let lock: FolderLock
  private let loop: EventLoop
  private let signals: Int32
  private let clockSet: Int32
  let control: ControlSocket
  let pen: JournalPen
  private let receiver: ReceiverLine
  let parts: BoardParts

  var core: Logger
  private var batcher: RecordBatcher
  /// Records that the batcher holds, for the folder of tracks.
  private var unwritten: [Record] = []
  /// Whether somebody waits for what the batcher holds.
  private var isUrgent = false
  private var lastAppended: SequenceNumber
  private var durable: SequenceNumber
  private var journalFault: Fault?
  private var clockQuality = ClockQuality.host

  private var requests: [RequestID: UInt64] = [:]
  private var nextRequest: UInt64 = 1
  private var flushes: [(upTo: SequenceNumber, client: UInt64)] = []
  var desk = SensorDesk()
  var wishes = SamplingWishes()
  var isHeadingFollowed = false
  var isCalibrationFollowed = false
  private var supplies = PowerSupplies()
  private var phase = Phase.running
  /// Whether somebody has held the button until the power was to go off.
  private var isPoweringOff = false

  /// Takes the data folder, reads what the journal tells, and listens on the control socket; nothing is recorded yet.
  ///
  /// - Parameters:
  ///   - settings: what was configured.
  ///   - log: takes messages for people, one line each without its newline; called on the thread that calls this.
  /// - Throws: 66 if the receiver is something that can never be one, 73 or 77 if the folder or socket cannot be made
  ///   or written, 74 or 65 if the journal cannot be read, 75 if another daemon is there, 78 for settings that cannot
  ///   be.
  public convenience init(settings: Settings, log: @escaping (String) -> Void) throws(Fault) {
    try self.init(settings: settings, log: log) { data throws(Fault) in
      let store = try LinuxSegmentStore(data: data)
      // A board that could not save one record must not look as if it worked. A card that fills up later is another
      // matter: the logger then goes on, says so on the LED, and writes again when there is room.
      if try store.segments().isEmpty { try DataFolder.checkRoom(in: data, for: JournalWriter.usualSegmentSize) }
      return store
    }
  }

  /// The same with a journal elsewhere than in a folder; `open` is given the data folder.
  init(
    settings: Settings, log: @escaping (String) -> Void,
    open: (_ data: String) throws(Fault) -> any SegmentStore & Sendable
  ) throws(Fault) {
    self.settings = settings
    self.log = log
    // Before the second thread, which inherits what is blocked.
    signals = linux_signals_open()
    guard signals >= 0 else { throw .system(.unavailable, "signals cannot be received (signalfd)") }
    try SerialPort.checkKind(of: settings.receiver.device)
    try DataFolder.make(settings.storage.data)
    data = DataFolder.absolute(settings.storage.data)
    tracks = settings.storage.tracks.map(DataFolder.absolute) ?? "\(data)/tracks"
    lock = try FolderLock(folder: data)
    // Before the journal is read, which may take a while: whoever connects meanwhile is answered right after.
    loop = try EventLoop()
    control = try ControlSocket(
      path: settings.control.socket, loop: loop, listenerToken: Token.listener, firstClientToken: Token.firstClient)

    let store = try open(data)
    let writer = try JournalWriter(store: store)
    lastAppended = SequenceNumber(writer.lastSequence)
    durable = lastAppended
    if !writer.recovery.isClean {
      log(
        "\(data): the journal is damaged; see `waymark verify`; recording goes on behind the damage, and the day's files "
          + "are kept under another name before they are drawn anew")
    }
    let digest = try JournalRestore.digest(store: store, through: lastAppended)
    core = Logger(settings: settings, restored: Restored(boot: try HostClock.bootID(), digest: digest))
    batcher = RecordBatcher(commitInterval: .wholeNanoseconds(settings.storage.commitEverySeconds))

    pen = try JournalPen(
      writer: writer,
      tracks: TrackRenderer(
        path: tracks, store: store, through: lastAppended, today: digest.lastFixUTC?.time.date,
        keepsOldFiles: !writer.recovery.isClean),
      calibrations: CalibrationStore(folder: data))
    receiver = ReceiverLine(settings: settings.receiver, loop: loop, token: Token.receiver)
    parts = try BoardParts(
      settings: settings, loop: loop, buttonToken: Token.button, sensorToken: Token.sensors,
      motionToken: Token.motion, log: log)
    // Without it the clock is only looked at with every commit.
    clockSet = linux_clock_set_notice()
    try loop.add(signals, token: Token.signals)
    try loop.add(pen.newsDescriptor, token: Token.pen)
    if clockSet >= 0 { try loop.add(clockSet, token: Token.clockSet) }
  }

  deinit {
    close(signals)
    if clockSet >= 0 { close(clockSet) }
  }

  /// The exit status that asks whoever started this to turn the power off: somebody has held the button for that.
  public static let powerOffStatus: Int32 = 100

  /// Runs until SIGTERM, SIGINT or a very long press, and ends when everything is durable.
  ///
  /// - Returns: the exit status: 0, or ``powerOffStatus``, also when something could not be saved before it.
  /// - Throws: 74 if something could not be saved before the end, with what is lost; 66 or 78 if the receiver is
  ///   no serial port or has no such speed; the fault of a part that is missing and required.
  public func run() throws(Fault) -> Int32 {
    defer { parts.close() }
    do {
      try carry()
    } catch {
      guard isPoweringOff else { throw error }
      log(error.description)
    }
    return isPoweringOff ? Self.powerOffStatus : 0
  }

  private func carry() throws(Fault) {
    let start = HostClock.now()
    // First of all, so that a press right after power-on is not missed.
    let happenings = try parts.open(at: start)
    perform(core.handle(.start, at: start), at: start)
    take(happenings)
    tellClock(at: start)
    if let link = receiver.open(at: start) {
      if case .closed(let fault) = link, settings.receiver.isRequired || SerialPort.isHopeless(fault) { throw fault }
      take(link, at: start)
    }
    submit(at: start)
    ServiceManager.ready()
    var ready: [EventLoop.Readiness] = []
    while true {
      ready.removeAll(keepingCapacity: true)
      try loop.wait(until: nextDeadline) { ready.append($0) }
      let now = HostClock.now()
      for readiness in ready { dispatch(readiness, at: now) }
      passDeadlines(at: now)
      if let power = supplies.look(at: now) { perform(core.handle(.power(power), at: now), at: now) }
      if case .stopping = phase { receiver.close() }
      if try isOver(at: now) { return }
      submit(at: now)
      settle(at: now)
    }
  }

  // MARK: - Events

  /// The earliest moment at which anybody wants to be woken.
  private var nextDeadline: Instant? {
    var giveUp: Instant?
    switch phase {
    case .stopping(let at), .finishing(let at): giveUp = at
    case .running, .ended: break
    }
    return [coreDeadline, batcher.nextDeadline, receiver.nextDeadline, parts.nextDeadline, giveUp]
      .compactMap(\.self).min()
  }

  /// The core's deadline. While bytes wait unread it would take the silence for the receiver's, so it has to wait for
  /// the look.
  private var coreDeadline: Instant? {
    guard let deadline = core.nextDeadline else { return nil }
    return receiver.unreadUntil.map { max($0, deadline) } ?? deadline
  }

  private func dispatch(_ readiness: EventLoop.Readiness, at now: Instant) {
    switch readiness.token {
    case Token.receiver: if let link = receiver.ready(at: now, feed: feed) { take(link, at: now) }
    case Token.pen: takeNews(at: now)
    case Token.signals: takeSignals(at: now)
    case Token.clockSet: takeClockSetting(at: now)
    case Token.listener: control.acceptClients()
    case Token.button: take(parts.buttonReady(readiness, at: now))
    case Token.motion: take(parts.motionReady(readiness, at: now))
    case Token.sensors:
      take(parts.sensorsReady(at: now))
      deliverMeasurements(at: now)
      noticeFollowers(at: now)
    default: control.serve(readiness) { client, request in take(request, from: client, at: now) }
    }
  }

  private func passDeadlines(at now: Instant) {
    if let link = receiver.deadline(at: now, feed: feed) { take(link, at: now) }
    take(parts.deadline(at: now))
    if let coreDeadline, coreDeadline <= now { perform(core.handle(.deadline, at: now), at: now) }
  }

  private func feed(_ bytes: [UInt8], firstByte: Instant) -> ReceiverLine.Outcome {
    let now = HostClock.now()
    let before = core.epochsHeard
    take(parts.pulses(at: now))
    perform(core.handle(.received(bytes, firstByte: firstByte), at: now), at: now)
    return ReceiverLine.Outcome(epochs: Int(core.epochsHeard - before), isMidEpoch: core.isMidEpoch)
  }

  private func take(_ link: Link, at now: Instant) {
    switch link {
    case .open: log("the receiver's line is open: \(settings.receiver.device)")
    case .closed(let fault): log(fault.description)
    }
    perform(core.handle(.receiver(link), at: now), at: now)
  }

  /// Tells the core what happened to the parts, each at its own moment.
  func take(_ happenings: [BoardParts.Happening]) {
    for (event, at) in happenings { perform(core.handle(event, at: at), at: HostClock.now()) }
  }

  private func takeSignals(at now: Instant) {
    while case let signal = linux_signals_next(signals), signal != 0 {
      if signal == SIGHUP {
        log("SIGHUP is ignored; restart to read the configuration again")
      } else if case .running = phase {
        phase = .stopping(giveUpAt: now + stopPatience)
        ServiceManager.stopping()
        receiver.close()
        perform(core.handle(.terminate(.terminated), at: now), at: now)
      }
    }
  }

  private func takeClockSetting(at now: Instant) {
    var count: UInt64 = 0
    _ = read(clockSet, &count, 8)
    _ = linux_clock_set_rearm(clockSet)
    tellClock(at: now)
  }

  private func tellClock(at now: Instant) {
    let stamp = HostClock.utc()
    clockQuality = stamp.quality
    perform(core.handle(.wallClock(stamp), at: now), at: now)
  }

  // MARK: - Actions

  func perform(_ actions: [Action], at now: Instant) {
    for action in actions {
      switch action {
      case .append(let record, let urgency):
        lastAppended = record.sequence
        unwritten.append(record)
        batcher.add(record, isUrgent: urgency == .now, at: now)
        if urgency == .now { isUrgent = true }
        if control.isFollowed(.records) { control.publish(RecordJSON.line(record), to: .records) }
        if case .stop(.powerOff) = record.body { beginPowerOff(at: now) }
      case .reply(let id, let result):
        guard let client = requests.removeValue(forKey: id) else { continue }
        switch result {
        case .success(.tagged(let sequence)):
          control.answer(
            ControlAnswer.success { $0.put("tag", Int(truncatingIfNeeded: sequence.value)) }, to: client)
        case .success(.heading(let report)):
          control.answer(ControlAnswer.success { CompassJSON.put(report, to: &$0) }, to: client)
        case .success(.mode(let mode)):
          control.answer(ControlAnswer.success { $0.put("logger_mode", "\(mode.label)") }, to: client)
        case .success(.located(let outcome)):
          control.answer(ControlAnswer.success { LocationJSON.put(outcome, at: now, to: &$0) }, to: client)
        case .success(.stopped): control.answer(ControlAnswer.success(), to: client)
        case .failure(let fault):
          control.answer(ControlAnswer.failure(fault), to: client)
        }
      case .compass(let action): perform(action, at: now)
      case .led(let pattern): take(parts.show(pattern, at: now))
      case .send(let bytes): receiver.send(bytes, at: now)
      case .setBaud(let baud): setSpeed(baud: baud)
      case .say(let line): log(line)
      case .finish:
        if case .stopping(let giveUpAt) = phase { phase = .finishing(giveUpAt: giveUpAt) }
        pen.stop()
      case .powerOff:
        break  // was begun with the record of the stop: a card that cannot keep that must not keep the power on
      }
    }
  }

  private func setSpeed(baud: Int) {
    do throws(Fault) {
      try receiver.setSpeed(baud: baud)
    } catch {
      // The next one is tried in its turn.
      log(error.description)
    }
  }

  private func beginPowerOff(at now: Instant) {
    log("the button was held: everything is saved, then the power goes off")
    isPoweringOff = true
    if case .running = phase { phase = .stopping(giveUpAt: now + stopPatience) }
  }

  /// Gives back the memory that only the start needed, when that is over. Nobody is woken for it.
  private func settle(at now: Instant) {
    guard !isSettled, now - startedAt >= Self.settlingTime else { return }
    isSettled = true
    linux_forget_code()
  }

  private static let settlingTime = Duration.seconds(30)

  /// Gives the pen what is due.
  private func submit(at now: Instant) {
    guard let deadline = batcher.nextDeadline, deadline <= now else { return }
    submit(batcher.framesDue(at: now), isUrgent: isUrgent)
    isUrgent = false
  }

  private func submit(_ frames: [EncodedFrame], isUrgent: Bool) {
    var batch = JournalPen.Batch()
    batch.isUrgent = isUrgent
    batch.frames = frames.map { Frame(firstSequence: $0.firstSequence, count: $0.count, payload: $0.payload) }
    if let last = batch.frames.last?.lastSequence {
      let count = unwritten.firstIndex { $0.sequence.value > last } ?? unwritten.count
      batch.records = Array(unwritten[..<count])
      unwritten.removeFirst(count)
    }
    pen.submit(batch)
  }

  private func takeNews(at now: Instant) {
    for news in pen.takeNews() {
      switch news {
      case .journal(let report):
        take(report)
        perform(core.handle(.journal(report), at: now), at: now)
      case .tracks(let fault):
        tracksFault = fault
        log(fault.map { "the files of tracks: \($0)" } ?? "the files of tracks can be written again")
      case .compass(let event): take(event, at: now)
      case .ended:
        phase = .ended
      }
    }
    // The network may vouch for the clock without ever setting it.
    if clockQuality == .host, case let stamp = HostClock.utc(), stamp.quality != .host { tellClock(at: now) }
  }

  private func take(_ report: JournalReport) {
    switch report {
    case .durable(let upTo):
      durable = upTo
      if journalFault != nil { log("the journal can be written again") }
      journalFault = nil
      for flush in flushes where flush.upTo <= durable { answerFlush(flush.client) }
      flushes.removeAll { $0.upTo <= durable }
    case .failed(let fault):
      if fault != journalFault { log(fault.description) }
      journalFault = fault
      for flush in flushes { control.answer(ControlAnswer.failure(fault), to: flush.client) }
      flushes = []
    }
  }

  // MARK: - Clients

  private func take(_ request: ControlRequest, from client: UInt64, at now: Instant) {
    switch request {
    case .status: control.answer(status(at: now), to: client)
    case .follow:
      control.answer(ControlAnswer.success(), to: client)
      control.follow(.records, client)
    case .sensors:
      guard parts.ask(.sampleOnce(Set(Quantity.allCases))) else { return control.answer(Self.noSensors, to: client) }
      desk.ask(client)
    case .samples(let hertz):
      guard sample(every: .wholeNanoseconds(1 / hertz)) else { return control.answer(Self.noSensors, to: client) }
      control.answer(ControlAnswer.success(), to: client)
      control.follow(.samples, client)
    case .heading(let isFollowed):
      guard hasCompass(for: client, at: now) else { return }
      if isFollowed { return followHeading(client, at: now) }
      command(.heading, from: client, at: now)
    case .calibrate: if hasCompass(for: client, at: now) { calibrate(client, at: now) }
    case .flush:
      guard lastAppended > durable else {
        answerFlush(client)
        return
      }
      flushes.append((lastAppended, client))
      submit(batcher.allFrames(), isUrgent: true)
    case .tag(let text): command(.tag(text: text), from: client, at: now)
    case .mode(let mode, let seconds): command(.mode(mode, seconds: seconds), from: client, at: now)
    case .locate(let accuracy): command(.locate(accuracy), from: client, at: now)
    case .stopLocating: command(.stopLocating, from: client, at: now)
    }
  }

  private func command(_ command: Command, from client: UInt64, at now: Instant) {
    let id = RequestID(nextRequest)
    nextRequest += 1
    requests[id] = client
    perform(core.handle(.command(command, id), at: now), at: now)
  }

  private func answerFlush(_ client: UInt64) {
    control.answer(ControlAnswer.success { $0.put("durable", Int(truncatingIfNeeded: durable.value)) }, to: client)
  }

  private func status(at now: Instant) -> [UInt8] {
    ControlAnswer.success { line in
      line.put("version", Logger.version)
      line.put("pid", Int(getpid()))
      line.put("uptime_s", Int((now - startedAt).seconds))
      StatusJSON.put(core.status(at: now), to: &line)
      line.put("receiver_device", settings.receiver.device)
      line.put("external_power", supplies.last?.isExternal)
      line.put("battery_percent", supplies.last?.batteryPercent, decimals: 0)
      line.put("sensor_bus_fault", parts.sensorBusFault?.description)
      line.put("tracks_fault", tracksFault?.description)
      line.put("data", data)
      line.put("tracks", tracks)
    }
  }

  // MARK: - Sensors

  private static let noSensors = ControlAnswer.failure(
    Fault(
      .unavailable, "no sensors are configured", remedy: "set [sensors] bus, or name the board with [board] profile"))

  private func sample(every interval: Duration) -> Bool {
    if wishes.feed == nil { desk.begin() }
    wishes.feed = interval
    return applyWishes()
  }

  private func deliverMeasurements(at now: Instant) {
    for measurement in parts.takeMeasurements() {
      let (answers, stream) = desk.take(measurement)
      for (client, line) in answers { control.answer(line, to: client) }
      if let stream { control.publish(stream, to: .samples) }
      tell(measurement, at: now)
    }
  }

  // MARK: - The end

  private func isOver(at now: Instant) throws(Fault) -> Bool {
    switch phase {
    case .running: return false
    case .ended: return true
    case .stopping(let giveUpAt):
      guard giveUpAt <= now else { return false }
      let count = lastAppended.value - durable.value
      throw Fault(
        .inputOutput,
        "\(count) record\(count == 1 ? "" : "s") (\(durable.value + 1) to \(lastAppended.value)) could not be saved and are lost",
        remedy: "check the disk before the next start", cause: journalFault?.message ?? "the disk does not answer",
        place: data)
    case .finishing(let giveUpAt):
      guard giveUpAt <= now else { return false }
      log("the files of tracks were not finished; the next start mends them from the journal")
      return true
    }
  }
}
