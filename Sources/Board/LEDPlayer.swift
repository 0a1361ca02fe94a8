import Clocks
import Controls
import Text

/// Plays patterns on the LEDs and the buzzer that a board has, which may be none.
///
/// It asks for no wakeup but those at which a light changes. A lamp that fails is reported once and stops nothing; it is
/// tried again when a pattern wants it lit, but not more often than ``BackOff`` says.
final class LEDPlayer {
  /// What a lamp is for.
  enum Part: String, Sendable, CaseIterable {
    /// The only LED: shows everything.
    case led = "LED"
    /// The first of two LEDs: what the person at the button waits for.
    case answerLED = "first LED"
    /// The second of two LEDs: what lasts, so that an answer never covers it.
    case conditionLED = "second LED"
    /// Sounds what is over by itself. A fault that lasts for days must not sound for days.
    case buzzer = "buzzer"

    /// Whether it takes part in a pattern.
    func shows(_ pattern: Pattern) -> Bool {
      switch self {
      case .led: true
      case .answerLED: !pattern.isCondition
      case .conditionLED: pattern.isCondition
      case .buzzer: !pattern.beat.repeats && pattern != .held
      }
    }
  }

  private struct Output {
    let part: Part
    let open: () throws(Fault) -> any Lamp
    var lamp: (any Lamp)?
    var isLit = false
    var fault: Fault?
    var backOff = BackOff()
    /// When it may be tried again after a failure.
    var retryAt: Instant?
  }

  private let log: (String) -> Void
  private var outputs: [Output]
  private var pattern = Pattern.dark
  private var beat = Beat(steps: [], repeats: false)
  private var step = 0

  /// When ``deadline(at:)`` wants to be called; nil while nothing changes.
  private(set) var nextDeadline: Instant?

  /// Takes what the board has.
  ///
  /// - Parameters:
  ///   - parts: what each is for, and how it is taken; called anew after it failed.
  ///   - log: takes messages for people.
  init(_ parts: [(part: Part, open: () throws(Fault) -> any Lamp)], log: @escaping (String) -> Void) {
    self.log = log
    outputs = parts.map { Output(part: $0.part, open: $0.open) }
  }

  /// Takes the lines, so that a missing one is told at the start and nobody else can take them.
  ///
  /// - Returns: what cannot be had, which is also logged.
  @discardableResult
  func open(at: Instant) -> [(part: Part, fault: Fault)] {
    for index in outputs.indices where outputs[index].lamp == nil { _ = open(index, at: at) }
    return faults
  }

  /// Gives the lines back, dark.
  func close() {
    for index in outputs.indices { outputs[index].lamp = nil }
    nextDeadline = nil
  }

  /// The lamps that do not work.
  var faults: [(part: Part, fault: Fault)] {
    outputs.compactMap { output in output.fault.map { (output.part, $0) } }
  }

  /// Begins a pattern with its first step, also one that is under way.
  ///
  /// What answers a finger must be seen at once: where the light is on already, "seen" is a dark moment in it.
  func show(_ pattern: Pattern, at: Instant) {
    let isLit = outputs.contains { $0.isLit && $0.part != .buzzer }
    self.pattern = pattern
    beat = pattern == .seen && isLit ? pattern.beat.inverted : pattern.beat
    step = 0
    play(at: at)
  }

  /// A moment of ``nextDeadline`` has come; harmless at any other time.
  func deadline(at: Instant) {
    guard let nextDeadline, nextDeadline <= at else { return }
    step += 1
    if beat.repeats, step >= beat.steps.count { step = 0 }
    play(at: at)
  }

  /// Shows the current step. Its time counts from now and not from when it was due, so that a step that comes late is
  /// still seen, and steps that were missed are not hurried through.
  private func play(at: Instant) {
    guard step < beat.steps.count else {
      nextDeadline = nil
      // What does not begin anew stays as its last step left it; that a buzzer should not.
      for index in outputs.indices where beat.steps.isEmpty || outputs[index].part == .buzzer {
        drive(index, false, at: at)
      }
      return
    }
    let current = beat.steps[step]
    nextDeadline = endMatters(of: current) ? at + current.duration : nil
    for index in outputs.indices {
      drive(index, current.isLit && outputs[index].part.shows(pattern), at: at)
    }
  }

  /// Whether anything is to be done when this step is over; if not, nobody wakes for it.
  private func endMatters(of current: Beat.Step) -> Bool {
    guard current.duration > .zero, outputs.contains(where: { $0.part.shows(pattern) }) else { return false }
    if step + 1 < beat.steps.count { return true }
    return beat.repeats ? beat.steps.count > 1 : current.isLit && outputs.contains { $0.part == .buzzer }
  }

  private func drive(_ index: Int, _ isLit: Bool, at: Instant) {
    if outputs[index].lamp == nil {
      guard isLit, outputs[index].retryAt.map({ $0 <= at }) ?? true, open(index, at: at) else { return }
    }
    guard isLit != outputs[index].isLit, let lamp = outputs[index].lamp else { return }
    do throws(Fault) {
      try lamp.light(isLit)
      outputs[index].isLit = isLit
      outputs[index].backOff.reset()
    } catch {
      fail(index, error, at: at)
    }
  }

  private func open(_ index: Int, at: Instant) -> Bool {
    do throws(Fault) {
      outputs[index].lamp = try outputs[index].open()
      outputs[index].isLit = false
      outputs[index].retryAt = nil
      if outputs[index].fault != nil { log("the \(outputs[index].part.rawValue) works again") }
      outputs[index].fault = nil
      return true
    } catch {
      fail(index, error, at: at)
      return false
    }
  }

  private func fail(_ index: Int, _ fault: Fault, at: Instant) {
    if outputs[index].fault == nil { log(fault.description) }
    outputs[index].lamp = nil
    outputs[index].isLit = false
    outputs[index].fault = fault
    outputs[index].retryAt = at + outputs[index].backOff.next()
  }
}

extension Pattern {
  /// Whether it tells what lasts, and not what a press was answered with.
  fileprivate var isCondition: Bool {
    switch self {
    case .searching, .noReceiverData, .partFault, .writeFault, .diskFull, .needsCalibration, .calibratingFirst,
      .calibratingSecond, .calibratingThird, .calibratingLast:
      true
    case .dark, .seen, .saved, .located, .modeAuto, .modeHighAccuracy, .modeSignificantChange, .modeOff, .held,
      .poweringOff, .refused:
      false
    }
  }
}
