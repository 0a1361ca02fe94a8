import Clocks
import Testing

@testable import GNSS

/// A receiver at 1 Hz as a search sees it: sense at its own speed, garbage at others.
private func run(
  _ search: inout SpeedSearch, speed: Int?, from start: Instant = .zero, seconds: Int,
  bytes: Int = 420,
  outputs: inout [ReceiverOutput]
) -> Instant {
  var now = start
  let end = start + .seconds(seconds)
  var epoch = start + .milliseconds(300)
  while now < end {
    let deadline = search.nextDeadline ?? end
    if epoch <= deadline {
      guard epoch < end else { break }
      now = max(now, epoch)
      if let speed {
        outputs += search.heard(
          bytes: bytes, sentences: speed == search.baud ? 5 : 0, firstByte: now)
      }
      epoch = epoch + .seconds(1)
    } else {
      guard deadline < end else { break }
      now = max(now, deadline)
      outputs += search.handleDeadline(at: now)
    }
  }
  return end
}

@Suite struct SpeedSearchTests {
  @Test(arguments: SpeedSearch.usual) func `every usual speed is found`(_ speed: Int) {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: speed, seconds: 20, outputs: &outputs)
    #expect(outputs.last == .found(speed))
    #expect(search.isFound)
    #expect(search.nextDeadline == nil)
  }

  @Test func `the configured speed is tried first and once`() {
    var search = SpeedSearch(configured: 57_600)
    var outputs = search.opened(at: .zero)
    #expect(outputs == [.setBaud(57_600)])
    _ = run(&search, speed: 1, seconds: 12, bytes: 300, outputs: &outputs)
    let tried = outputs.prefix(7)
    #expect(
      tried == [57_600, 9_600, 115_200, 38_400, 4_800, 19_200, 230_400].map { .setBaud($0) }[...])
  }

  @Test func `an unusual configured speed is found, too`() {
    var search = SpeedSearch(configured: 460_800)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: 460_800, seconds: 3, outputs: &outputs)
    #expect(outputs == [.setBaud(460_800), .found(460_800)])
  }

  @Test func `a whole round over garbage takes less than ten seconds`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: 1, seconds: 10, outputs: &outputs)
    #expect(outputs.count > SpeedSearch.usual.count)
  }

  @Test func `short sentences at a rate of 1 Hz are waited for`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    // 70 bytes a second: never so much that it must have been sense.
    _ = run(&search, speed: 115_200, seconds: 6, bytes: 70, outputs: &outputs)
    #expect(outputs.last == .found(115_200))
  }

  @Test func `a silent line is tried more and more slowly, and without end`() {
    var search = SpeedSearch(configured: 9_600)
    var first: [ReceiverOutput] = search.opened(at: .zero)
    let later = run(&search, speed: nil, seconds: 60, outputs: &first)
    var hour: [ReceiverOutput] = []
    let end = run(&search, speed: nil, from: later + .seconds(600), seconds: 3_600, outputs: &hour)
    #expect(first.count > 14)
    #expect(hour.count <= 130)
    var last: [ReceiverOutput] = []
    _ = run(&search, speed: 38_400, from: end, seconds: 240, outputs: &last)
    #expect(last.last == .found(38_400))
  }

  @Test func `what came before the last change of speed is not counted`() {
    var search = SpeedSearch(configured: 9_600)
    _ = search.opened(at: .zero)
    let instant = Instant.zero + .milliseconds(2_200)
    #expect(search.handleDeadline(at: instant) == [.setBaud(115_200)])
    #expect(search.heard(bytes: 80, sentences: 1, firstByte: instant - .milliseconds(5)) == [])
    #expect(!search.isFound)
  }

  @Test func `lasting garbage starts the search again, each time more patiently`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    var now = run(&search, speed: 9_600, seconds: 5, outputs: &outputs)
    #expect(search.isFound)
    var waits: [Int] = []
    for _ in 0..<3 {
      var seconds = 0
      while search.isFound, seconds < 200 {
        now = run(&search, speed: 1, from: now, seconds: 1, outputs: &outputs)
        seconds += 1
      }
      waits.append(seconds)
      now = run(&search, speed: 9_600, from: now, seconds: 20, outputs: &outputs)
      #expect(search.isFound)
    }
    #expect(waits[0] >= 5 && waits[0] <= 7)
    #expect(waits[1] >= 10 && waits[2] >= 20)
  }

  @Test func `noise between sentences is only noise`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: 9_600, seconds: 2, outputs: &outputs)
    var now = Instant.zero + .seconds(2)
    for second in 0..<120 {
      now = now + .seconds(1)
      #expect(search.heard(bytes: 5_000, sentences: second % 4 == 0 ? 1 : 0, firstByte: now) == [])
    }
    #expect(search.isFound)
  }

  @Test func `silence after success is no reason to search`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: 9_600, seconds: 3, outputs: &outputs)
    let count = outputs.count
    _ = run(&search, speed: nil, from: .zero + .seconds(3), seconds: 3_600, outputs: &outputs)
    #expect(outputs.count == count)
  }

  @Test func `a speed agreed upon is the first to be tried from now on`() {
    var search = SpeedSearch(configured: 9_600)
    var outputs = search.opened(at: .zero)
    _ = run(&search, speed: 9_600, seconds: 3, outputs: &outputs)
    search.adopt(baud: 115_200, at: .zero + .seconds(4))
    search.closed()
    #expect(search.opened(at: .zero + .seconds(9)) == [.setBaud(115_200)])
  }
}
