import Sensors
import Text

/// The accelerometer's watch for motion.
struct MotionWatch {
  /// What it is moved by, g; nil if nobody wants to know.
  private(set) var threshold: Double?

  /// The driver while it watches.
  private var watcher: (any MotionInterrupting)?
  /// What was told last: nil for nothing yet.
  private var told: SensorThread.News?

  /// Whether it watches.
  var isArmed: Bool { watcher != nil }

  /// Changes what is wanted; what watches by the old threshold does so no longer.
  mutating func setThreshold(_ threshold: Double?) {
    self.threshold = threshold
    watcher = nil
    told = nil
  }

  /// Whoever uses the chip for something else ends the watch.
  mutating func disarm() { watcher = nil }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - chip: the accelerometer; nil if there is none.
  ///   - label: what to call it.
  ///   - bus: the bus it is on.
  /// - Returns: why it does not.
  mutating func arm(_ chip: (any Chip)?, _ label: String, on bus: (any I2CBus)?) -> Fault? {
    guard let threshold else { return nil }
    guard let bus, let chip else {
      return Fault(
        .unavailable, "there is no accelerometer to watch for motion",
        remedy: "look at its wires, and search again with `waymark doctor`")
    }
    guard var new = chip as? any MotionInterrupting else {
      return Fault(
        .unavailable, "\(label) cannot watch for motion", remedy: "use an LIS3DH, LSM6DS, MPU, ICM-20948 or ADXL345")
    }
    do throws(BusFault) {
      try Self.retryingOnce { () throws(BusFault) in try new.watchMotion(threshold: threshold, on: bus) }
    } catch {
      return error.fault(at: label)
    }
    watcher = new
    return nil
  }

  /// Finds out whether it was moved. A chip that was reset meanwhile, or does not answer, watches no longer.
  mutating func take(on bus: any I2CBus) -> Bool {
    guard var current = watcher else { return false }
    watcher = nil
    do throws(BusFault) {
      let moved = try Self.retryingOnce { () throws(BusFault) in try current.takeMotion(on: bus) }
      if try current.isConfigured(on: bus) { watcher = current }
      return moved
    } catch {
      return false
    }
  }

  /// What to tell of an attempt to arm it; nil if that is no news.
  mutating func report(_ fault: Fault?) -> SensorThread.News? {
    let new = SensorThread.News.motionWatch(isArmed: isArmed, fault: fault)
    guard new != told else { return nil }
    told = new
    return new
  }

  private static func retryingOnce<T>(_ body: () throws(BusFault) -> T) throws(BusFault) -> T {
    do throws(BusFault) {
      return try body()
    } catch {
      guard error == .noAnswer || error == .arbitrationLost else { throw error }
      return try body()
    }
  }
}
