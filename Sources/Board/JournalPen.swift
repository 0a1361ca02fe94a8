import CLinux
import Clocks
import Glibc
import Journal
import LoggerCore
import Records
import Synchronization
import Text

/// The thread that writes: syncing an SD card can take seconds, and the receiver goes on talking meanwhile.
///
/// It takes frames, makes them durable, and then draws the same records into the user's folder. It owns the journal and
/// that folder alone; the main thread gives it batches and takes its news, both under one mutex and with an event
/// descriptor each way.
final class JournalPen: Sendable {
  /// What is written at once.
  struct Batch: Sendable {
    /// For the journal.
    var frames: [Frame] = []
    /// The same records, for the folder of tracks.
    var records: [Record] = []
    /// Whether somebody waits for it.
    var isUrgent = false
  }

  /// What the thread has to tell.
  enum News: Equatable, Sendable {
    /// Records are safe, or cannot be written; also told anew when somebody waits for the failed ones.
    case journal(JournalReport)
    /// The folder of tracks cannot be written, or, with nil, can be again.
    case tracks(Fault?)
    /// Everything is written after ``JournalPen/stop()``: the thread ends.
    case ended
  }

  private struct Shared: ~Copyable {
    var batches: [Batch] = []
    var isStopping = false
    var news: [News] = []
  }

  private let shared = Mutex(Shared())
  /// Wakes the thread.
  private let bell: Int32
  /// Becomes readable when there is news.
  let newsDescriptor: Int32

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - writer: of the journal; belongs to the thread from now on.
  ///   - tracks: draws the user's folder; nil for none.
  init(writer: sending JournalWriter, tracks: sending TrackRenderer?) throws(Fault) {
    bell = linux_event_create(true)
    newsDescriptor = linux_event_create(false)
    guard bell >= 0, newsDescriptor >= 0 else { throw .system(.unavailable, "no event descriptor can be made") }
    let work = PenWork(writer: writer, tracks: tracks, pen: self)
    try Thread.start(name: "wm-journal") { work.run() }
  }

  deinit {
    close(bell)
    close(newsDescriptor)
  }

  /// Gives the thread something to write.
  func submit(_ batch: Batch) {
    shared.withLock { $0.batches.append(batch) }
    ring(bell)
  }

  /// Asks the thread to end once everything is written, which a dead disk may prevent for ever.
  func stop() {
    shared.withLock { $0.isStopping = true }
    ring(bell)
  }

  /// The news since the last call.
  func takeNews() -> [News] {
    var count: UInt64 = 0
    _ = read(newsDescriptor, &count, 8)
    return shared.withLock { shared in
      defer { shared.news = [] }
      return shared.news
    }
  }

  // MARK: - For the thread

  func takeBatches() -> [Batch] {
    shared.withLock { shared in
      defer { shared.batches = [] }
      return shared.batches
    }
  }

  var isStopping: Bool { shared.withLock { $0.isStopping } }

  func tell(_ news: [News]) {
    guard !news.isEmpty else { return }
    shared.withLock { $0.news += news }
    ring(newsDescriptor)
  }

  /// Sleeps until there is something to do, or until `deadline`.
  func sleep(until deadline: Instant?) {
    var timeout: Int32 = -1
    if let deadline {
      let milliseconds = ((deadline - HostClock.now()).nanoseconds + 999_999) / 1_000_000
      timeout = Int32(clamping: max(0, milliseconds))
    }
    var poll = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, timeout) > 0 else { return }
    var count: UInt64 = 0
    _ = read(bell, &count, 8)
  }

  private func ring(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }
}

/// A thread of this process.
enum Thread {
  /// Starts one that runs `body` once and then ends; nobody waits for it.
  static func start(name: String, _ body: sending @escaping () -> Void) throws(Fault) {
    final class Body {
      let name: String
      let run: () -> Void
      init(name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
      }
    }
    let argument = Unmanaged.passRetained(Body(name: name, run: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        linux_name_thread(body.name)
        body.run()
        return nil
      }, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      throw .system(.unavailable, "no thread can be started", errno: result)
    }
  }
}
