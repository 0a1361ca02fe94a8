import Compass
import Testing

@Suite struct `Samples` {
  @Test func `are whole unless they say otherwise`() {
    #expect(!FieldSample(microtesla: [1, 2, 3]).isSaturated)
    #expect(!MotionSample(acceleration: [0, 0, 1]).isSaturated)
  }
}
