import Compass

/// What a calibration is good for: these chips on this bus, mounted so.
///
/// The numbers of a calibration are in the axes of the chips, so that a mounting that is only said otherwise would not
/// make them wrong. A board that is really mounted otherwise would: the iron of the device then lies around other axes of
/// the chips. The two cannot be told apart, so a calibration is used with no other mounting, and kept for its own.
struct CompassKey: Equatable, Sendable {
  private let parts: String
  private let orientation: HeadingOrientation

  init(bus: String, field: String, motion: String, orientation: HeadingOrientation) {
    parts = "\(bus)|\(field)|\(motion)"
    self.orientation = orientation
  }

  /// As it is stored.
  var text: String { "\(parts)|\(orientation.mounting)" }

  /// The keys of the same chips in every other mounting.
  var others: [String] { orientation.otherMountings.map { "\(parts)|\($0)" } }
}
