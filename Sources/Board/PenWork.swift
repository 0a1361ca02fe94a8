import Clocks
import Journal
import LoggerCore
import Records
import Text

/// What the writing thread does.
final class PenWork {
  private var writer: JournalWriter
  private let tracks: TrackRenderer?
  private let calibrations: CalibrationStore?
  private let mailbox: Mailbox<JournalPen.Batch, JournalPen.News>

  /// Batches that are not durable yet, oldest first.
  private var waiting: [JournalPen.Batch] = []
  private var fault: Fault?
  private var backOff = BackOff()
  private var retryAt: Instant?

  private var tracksFault: Fault?
  private var tracksBackOff = BackOff()
  private var tracksRetryAt: Instant?

  init(
    writer: JournalWriter, tracks: TrackRenderer?, calibrations: CalibrationStore?,
    mailbox: Mailbox<JournalPen.Batch, JournalPen.News>
  ) {
    self.writer = writer
    self.tracks = tracks
    self.calibrations = calibrations
    self.mailbox = mailbox
  }

  /// Works until the pen is told to stop and nothing is left.
  func run() {
    while true {
      commit()
      draw()
      if mailbox.isStopping {
        commit()
        if waiting.isEmpty {
          draw()
          finish()
          return
        }
      }
      if let tracks, tracks.hasWork, tracksRetryAt == nil { continue }
      mailbox.sleep(until: nextDeadline)
    }
  }

  private var nextDeadline: Instant? { [retryAt, tracksRetryAt, tracks?.syncAt].compactMap(\.self).min() }

  /// Makes everything durable that has been given so far, and says so.
  private func commit() {
    let new = mailbox.takeWork()
    waiting += new.filter { !$0.frames.isEmpty || $0.errand == nil }
    // Tags go before the calibration, which waits for no journal that cannot be written.
    defer { for batch in new { if let errand = batch.errand { run(errand) } } }
    guard !waiting.isEmpty else { return }
    // Somebody who waits is worth a try at any time, and so is the end.
    let isUrgent = new.contains(where: \.isUrgent) || mailbox.isStopping
    let now = HostClock.now()
    let isDue = retryAt.map { $0 <= now } ?? true
    guard isDue || isUrgent else { return }
    var news: [JournalPen.News] = []
    let before = writer.lastSequence
    do throws(Fault) {
      try writer.append(waiting.flatMap(\.frames))
      fault = nil
      retryAt = nil
      backOff.reset()
      news.append(.journal(.durable(upTo: SequenceNumber(writer.lastSequence))))
    } catch {
      if writer.lastSequence > before {
        news.append(.journal(.durable(upTo: SequenceNumber(writer.lastSequence))))
      }
      // A tag that came with this batch must be refused, even if the trouble is an old one.
      if error != fault || new.contains(where: \.isUrgent) { news.append(.journal(.failed(error))) }
      fault = error
      if mailbox.isStopping {
        retryAt = now + .milliseconds(500)
      } else if isDue {
        retryAt = now + backOff.next()
      }
    }
    mailbox.tell(news)
    passOnDurable()
  }

  /// What is safe by now is drawn next; the rest waits.
  private func passOnDurable() {
    while let first = waiting.first, (first.frames.last?.lastSequence ?? 0) <= writer.lastSequence {
      tracks?.take(first.records)
      if first.isUrgent { tracks?.wantsSync = true }
      waiting.removeFirst()
    }
  }

  /// Draws what is durable; committing goes first at every step.
  private func draw() {
    guard let tracks else { return }
    if let tracksRetryAt {
      guard tracksRetryAt <= HostClock.now() || mailbox.isStopping else { return }
      self.tracksRetryAt = nil
    }
    do throws(Fault) {
      try tracks.draw { self.commit() }
      try tracks.syncIfDue(at: HostClock.now())
      tracksBackOff.reset()
      report(nil)
    } catch {
      tracks.startOver()
      tracksRetryAt = HostClock.now() + tracksBackOff.next()
      report(error)
    }
  }

  private func run(_ errand: JournalPen.CompassErrand) {
    guard let calibrations else { return }
    switch errand {
    case .load(let key, let others):
      let found = calibrations.load(key: key) ?? others.lazy.compactMap { calibrations.load(key: $0) }.first
      mailbox.tell([.compass(.stored(found))])
    case .keep(let calibration):
      var fault: Fault?
      do throws(Fault) {
        try calibrations.save(calibration)
      } catch {
        fault = error
      }
      mailbox.tell([.compass(.kept(fault))])
    }
  }

  private func report(_ new: Fault?) {
    guard new != tracksFault else { return }
    tracksFault = new
    mailbox.tell([.tracks(new)])
  }

  private func finish() {
    if let tracks, tracksFault == nil {
      do throws(Fault) {
        try tracks.sync()
      } catch {
        report(error)
      }
    }
    mailbox.tell([.ended])
  }
}
