import Compass
import Journal
import LoggerCore
import Records
import Text

/// The thread that writes: syncing an SD card can take seconds, and the receiver goes on talking meanwhile.
///
/// It takes frames, makes them durable, and then draws the same records into the user's folder. It owns the journal, that
/// folder and the calibrations alone; the main thread gives it batches and takes its news through a ``Mailbox``.
final class JournalPen: Sendable {
  /// What is written at once.
  struct Batch: Sendable {
    /// For the journal.
    var frames: [Frame] = []
    /// The same records, for the folder of tracks.
    var records: [Record] = []
    /// Whether somebody waits for it.
    var isUrgent = false
    /// What the compass wants of the card, after the records.
    var errand: CompassErrand?
  }

  /// What the compass wants of the card.
  enum CompassErrand: Equatable, Sendable {
    /// Look for the calibration of this key, or else for one of the others.
    case load(key: String, others: [String])
    /// Keep a calibration.
    case keep(Calibration)
  }

  /// What the thread has to tell.
  enum News: Equatable, Sendable {
    /// Records are safe, or cannot be written; also told anew when somebody waits for the failed ones.
    case journal(JournalReport)
    /// The folder of tracks cannot be written, or, with nil, can be again.
    case tracks(Fault?)
    /// How an errand of the compass ended.
    case compass(CompassEvent)
    /// Everything is written after ``JournalPen/stop()``: the thread ends.
    case ended
  }

  private let mailbox: Mailbox<Batch, News>
  /// Becomes readable when there is news.
  var newsDescriptor: Int32 { mailbox.newsDescriptor }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - writer: of the journal; belongs to the thread from now on.
  ///   - tracks: draws the user's folder; nil for none.
  ///   - calibrations: those of the compass; nil for none.
  init(
    writer: sending JournalWriter, tracks: sending TrackRenderer?, calibrations: CalibrationStore? = nil
  ) throws(Fault) {
    mailbox = try Mailbox()
    let work = PenWork(writer: writer, tracks: tracks, calibrations: calibrations, mailbox: mailbox)
    try Thread.start(name: "wm-journal") { work.run() }
  }

  /// Gives the thread something to write.
  func submit(_ batch: Batch) { mailbox.submit(batch) }

  /// Asks the thread to end once everything is written, which a dead disk may prevent for ever.
  func stop() { mailbox.stop() }

  /// The news since the last call.
  func takeNews() -> [News] { mailbox.takeNews() }
}
