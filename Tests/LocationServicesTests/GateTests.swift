import Clocks
import GNSS
import LocationServices
import Testing

@Suite struct GateTests {
  private func verdict(
    _ fix: Fix, measuredAt: Double = 100, now: Double = 100, _ limits: QualityGate.Limits = .init(settleSeconds: 0)
  ) -> QualityGate.Refusal? {
    var gate = QualityGate(limits)
    switch gate.judge(fix, measuredAt: .seconds(measuredAt), utc: nil, now: .seconds(now)) {
    case .success: return nil
    case .failure(let refusal): return refusal
    }
  }

  @Test(arguments: [
    (QualityGate.Limits.acquisition, 4.9, nil), (.acquisition, 5.1, QualityGate.Refusal.stale),
    (QualityGate.Limits(staleSeconds: 30, settleSeconds: 0), 29, nil),
    (QualityGate.Limits(staleSeconds: 30, settleSeconds: 0), 31, .stale),
    (QualityGate.Limits(staleSeconds: 90, settleSeconds: 0), 31, nil),
    (QualityGate.Limits(staleSeconds: 30, settleSeconds: 0), -5, .future),
  ])
  func `A fix may be so old`(limits: QualityGate.Limits, age: Double, refusal: QualityGate.Refusal?) {
    #expect(verdict(.at(), measuredAt: 100 - age, now: 100, limits) == refusal)
  }

  @Test(arguments: [
    (4.0, nil), (0, QualityGate.Refusal.invalidAccuracy), (-1, .invalidAccuracy), (.nan, .invalidAccuracy),
    (.infinity, .invalidAccuracy), (250, .inaccurate), (nil as Double?, nil),
  ])
  func `An accuracy that cannot be, or is too large, is refused`(claim: Double?, refusal: QualityGate.Refusal?) {
    #expect(verdict(.at(accuracy: claim), .init(mostAccuracyMeters: 200, settleSeconds: 0)) == refusal)
  }

  @Test func `A fix without a position is none`() {
    #expect(verdict(Fix()) == .noPosition)
  }

  @Test func `A claim of half a metre is taken for three`() {
    var gate = QualityGate(.acquisition)
    let result = gate.judge(.at(accuracy: 0.5), measuredAt: .zero, utc: nil, now: .zero)
    #expect((try? result.get())?.accuracyMeters == 3)
  }

  @Test func `A jump that the receiver's own speed denies is refused`() {
    var gate = QualityGate(.init(settleSeconds: 0))
    var refusals: [QualityGate.Refusal?] = []
    for (second, east) in [(0.0, 0.0), (1, 1), (2, 400), (3, 3)] {
      switch gate.judge(
        .at(east: east, speed: 1, track: 90), measuredAt: .seconds(second), utc: nil, now: .seconds(second))
      {
      case .success: refusals.append(nil)
      case .failure(let refusal): refusals.append(refusal)
      }
    }
    #expect(refusals == [nil, nil, .jump, nil])
  }

  @Test func `The first seconds after each start settle`() {
    var gate = QualityGate(.init(settleSeconds: 3))
    func isDelivered(_ second: Double) -> Bool {
      if case .success = gate.judge(.at(), measuredAt: .seconds(second), utc: nil, now: .seconds(second)) {
        true
      } else {
        false
      }
    }
    #expect([0.0, 1, 2, 3, 4].map(isDelivered) == [false, false, false, true, true])
    gate.started()
    #expect([600.0, 601, 604].map(isDelivered) == [false, false, true])
  }
}
