import CLinux
import Clocks
import Glibc
import Synchronization
import Text

/// Between the main thread and one that may be held up: work goes one way and news the other, both under one mutex and
/// with an event descriptor each way. Asked for nothing, the other thread sleeps without any wakeup.
final class Mailbox<Work: Sendable, News: Sendable>: Sendable {
  private struct Shared: ~Copyable {
    var work: [Work] = []
    var isStopping = false
    var news: [News] = []
  }

  private let shared = Mutex(Shared())
  /// Wakes the thread.
  private let bell: Int32
  /// Becomes readable when there is news.
  let newsDescriptor: Int32

  /// An empty one.
  ///
  /// - Throws: 69 if the system has no descriptor left.
  init() throws(Fault) {
    bell = linux_event_create(true)
    newsDescriptor = linux_event_create(false)
    guard bell >= 0, newsDescriptor >= 0 else { throw .system(.unavailable, "no event descriptor can be made") }
  }

  deinit {
    close(bell)
    close(newsDescriptor)
  }

  // MARK: - For the main thread

  /// Gives the thread something to do.
  func submit(_ work: Work) {
    shared.withLock { $0.work.append(work) }
    ring(bell)
  }

  /// Asks the thread to end.
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

  /// The work since the last call.
  func takeWork() -> [Work] {
    shared.withLock { shared in
      defer { shared.work = [] }
      return shared.work
    }
  }

  /// Whether it was asked to end.
  var isStopping: Bool { shared.withLock { $0.isStopping } }

  /// Tells the main thread.
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
