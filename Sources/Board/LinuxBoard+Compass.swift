import Clocks
import Compass
import LoggerCore
import Sensors
import Text

/// Who wants the sensors measured again and again, and how often.
struct SamplingWishes {
  /// The clients that follow the raw samples.
  var feed: Duration?
  /// The core, for headings.
  var core: Duration?
  /// What the sensors were told last.
  var told: Duration?

  /// The shortest interval; nil if nobody wants any.
  var shortest: Duration? { [feed, core].compactMap(\.self).min() }
}

extension LinuxBoard {
  /// Does what the compass wants.
  func perform(_ action: CompassAction, at now: Instant) {
    switch action {
    case .measureOnce: _ = parts.ask(.sampleOnce(Set(Quantity.allCases)))
    case .measure(let interval):
      wishes.core = interval
      _ = applyWishes()
    case .load(let key, let others): pen.submit(JournalPen.Batch(errand: .load(key: key, others: others)))
    case .keep(let calibration): pen.submit(JournalPen.Batch(errand: .keep(calibration)))
    case .tell(let report): control.publish(CompassJSON.line(report), to: .heading)
    case .guide(let report):
      control.publish(CompassJSON.line(report), to: .calibration)
      if case .ended(.refused(let reasons)) = report.stage {
        for reason in reasons { log("the calibration was refused: \(reason.message): \(reason.remedy)") }
      }
    }
  }

  /// An errand to the card is done.
  func take(_ event: CompassEvent, at now: Instant) {
    if case .kept(let fault) = event {
      log(fault?.description ?? "the compass is calibrated, and the calibration is saved")
    }
    tell(event, at: now)
  }

  func tell(_ event: CompassEvent, at now: Instant) { perform(core.handle(.compass(event), at: now), at: now) }

  /// Brings a measurement to the core.
  func tell(_ measurement: SensorDesk.Measurement, at now: Instant) {
    guard case .reading(let reading, let quantity, let at) = measurement else { return }
    let event: Event =
      switch quantity {
      case .magneticField:
        .field(
          FieldSample(
            microtesla: reading.vector, isSaturated: reading.isSaturated,
            temperatureCelsius: reading.temperatureCelsius))
      case .acceleration: .motion(MotionSample(acceleration: reading.vector, isSaturated: reading.isSaturated))
      }
    perform(core.handle(event, at: at), at: now)
  }

  /// Lets the sensors measure as often as somebody wants.
  ///
  /// - Returns: whether there is a bus.
  func applyWishes() -> Bool {
    let wanted = wishes.shortest
    guard wanted != wishes.told else { return true }
    guard Quantity.allCases.allSatisfy({ parts.ask(.sample($0, every: wanted)) }) else { return false }
    wishes.told = wanted
    return true
  }

  /// Whoever followed may have gone: the chips may sleep then.
  func noticeFollowers(at now: Instant) {
    if wishes.feed != nil, !control.isFollowed(.samples) {
      wishes.feed = nil
      desk.end()
      _ = applyWishes()
    }
    if isHeadingFollowed, !control.isFollowed(.heading) {
      isHeadingFollowed = false
      tell(.followed(false), at: now)
    }
    if isCalibrationFollowed, !control.isFollowed(.calibration) {
      isCalibrationFollowed = false
      tell(.calibrate(false), at: now)
    }
  }

  func followHeading(_ client: UInt64, at now: Instant) {
    control.answer(ControlAnswer.success(), to: client)
    control.follow(.heading, client)
    isHeadingFollowed = true
    tell(.followed(true), at: now)
  }

  func calibrate(_ client: UInt64, at now: Instant) {
    control.answer(ControlAnswer.success(), to: client)
    control.follow(.calibration, client)
    isCalibrationFollowed = true
    tell(.calibrate(true), at: now)
  }

  /// Whether a compass is there; if not, the client is told.
  func hasCompass(for client: UInt64, at now: Instant) -> Bool {
    if core.status(at: now).headingAvailable { return true }
    control.answer(
      ControlAnswer.failure(
        Fault(
          .unavailable, "there is no compass: it takes a magnetometer and an accelerometer that work",
          remedy: "see `waymark sensors` and `waymark doctor`")), to: client)
    return false
  }
}
