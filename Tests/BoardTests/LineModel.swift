import Clocks

@testable import Board

/// A receiver on a line, and a board that wakes, reads and sleeps as ``BurstTimer`` says; all on a virtual clock.
struct LineModel {
  /// What came of it.
  struct Outcome {
    var wakeups = 0
    var worstDelayMilliseconds = 0.0
    var lateEpochs = 0
    var epochs = 0
    var seconds = 0.0
    var wakeupsPerSecond: Double { Double(wakeups) / seconds }
  }

  /// Bytes per epoch, by its ordinal.
  var bytes: (Int) -> Int
  /// Seconds from epoch to epoch, by ordinal.
  var period: (Int) -> Double
  /// Seconds from byte to byte; 0 for an epoch that comes in one piece.
  var secondsPerByte: Double
  /// How many bytes the UART hands over at a time.
  var chunk = 1
  /// How late the board wakes, seconds, by ordinal of the wakeup.
  var lateness: (Int) -> Double = { _ in 0.0002 }

  /// In so many first epochs the decoder does not know yet which byte is the last.
  var unlearned = 0

  /// Plays epochs, and judges those after the first `settle`.
  func play(epochs count: Int, settle: Int, timer: inout BurstTimer) -> Outcome {
    // When each byte is there to be read, and which epoch it ends, if any.
    var arrivals: [(at: Double, ends: Int?)] = []
    var start = 1.0
    var starts: [Double] = []
    for epoch in 0..<count {
      starts.append(start)
      let size = bytes(epoch)
      var begin = max(start, (arrivals.last?.at ?? 0) + secondsPerByte)
      if secondsPerByte == 0 { begin = start }
      for index in 0..<size {
        let last = min(size - 1, (index / chunk + 1) * chunk - 1)
        arrivals.append((begin + Double(last) * secondsPerByte, index == size - 1 ? epoch : nil))
      }
      start += period(epoch)
    }
    var outcome = Outcome()
    var next = 0
    var look: Double?
    var wakeup = 0
    while next < arrivals.count {
      let now = (look ?? arrivals[next].at) + lateness(wakeup)
      wakeup += 1
      if now >= starts[settle] { outcome.wakeups += 1 }
      var ended = 0
      var taken = 0
      var isMid = timer.isInBurst
      while next < arrivals.count, arrivals[next].at <= now {
        taken += 1
        isMid = arrivals[next].ends.map { $0 < unlearned } ?? true
        if let epoch = arrivals[next].ends, epoch >= unlearned {
          ended += 1
          if epoch >= settle {
            outcome.epochs += 1
            let delay = (now - arrivals[next].at) * 1_000
            outcome.worstDelayMilliseconds = max(outcome.worstDelayMilliseconds, delay)
            if delay > 150 { outcome.lateEpochs += 1 }
          }
        }
        next += 1
      }
      let step = timer.took(
        bytes: taken, isMidEpoch: isMid, epochs: ended, at: Instant(boot: Int64(now * 1e9)))
      switch step {
      case .waitForBytes: look = nil
      case .look(let at): look = Double(at.boot) / 1e9
      }
    }
    outcome.seconds = (arrivals.last?.at ?? 0) - starts[settle]
    return outcome
  }
}
