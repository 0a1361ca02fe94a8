import Glibc
import Journal
import Records
import Terminal
import Text

/// A progress bar on standard error for work that reads the journal from end to end, if that is a terminal.
final class JournalProgress {
  private var bar: ProgressBar
  private let first: UInt64
  private let span: UInt64
  /// Records between two looks at the bar.
  private var countdown = 0

  /// Makes a bar.
  ///
  /// - Parameter passes: how many times the journal is read.
  /// - Returns: nil if nobody would see it.
  init?(_ journal: JournalSource, label: String, passes: Int) throws(Fault) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var head = try JournalReader(store: journal.store)
    var tail = try JournalReader(store: journal.store, lastSegments: 1)
    guard let start = try head.next() else { return nil }
    var end = start
    while let frame = try tail.next() { end = frame }
    first = start.firstSequence
    span = end.firstSequence &+ UInt64(max(end.count, 1)) &- first
    var window = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
    bar = ProgressBar(
      label: label, total: Int(clamping: span) * passes, columns: isKnown ? Int(window.ws_col) : 80,
      theme: TerminalTheme(isTerminal: true, environment: Console.environment))
  }

  /// Takes note of a record.
  ///
  /// - Parameter pass: counted from 0.
  func advance(to sequence: SequenceNumber, pass: Int) {
    countdown -= 1
    guard countdown < 0 else { return }
    countdown = 256
    let done = Int(clamping: sequence.value &- first) + pass * Int(clamping: span)
    if let picture = bar.advance(to: done) { Self.write(picture) }
  }

  /// Takes the bar away.
  func end() { Self.write(bar.erased) }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
