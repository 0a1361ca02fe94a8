extension Settings {
  /// The compass: how its sensors sit in the device, and which headings are told and kept.
  public struct Compass: Equatable, Sendable {
    /// An axis of the sensor board, as it is printed beside the chips, and which way along it.
    public enum Axis: String, Sendable, CaseIterable {
      /// The way the arrow of x points.
      case plusX = "+x"
      /// Against the arrow of x.
      case minusX = "-x"
      /// The way the arrow of y points.
      case plusY = "+y"
      /// Against the arrow of y.
      case minusY = "-y"
      /// The way the arrow of z points: out of the side with the chips, on most boards.
      case plusZ = "+z"
      /// Against the arrow of z.
      case minusZ = "-z"

      /// Which axis it is, without its direction.
      var letter: Character { rawValue.last ?? "x" }
    }

    /// A side of the device.
    public enum Side: String, Sendable, CaseIterable {
      /// Where ``Compass/forwardAxis`` points.
      case front
      /// The opposite of the front.
      case back
      /// To the left of the front, with the top up.
      case left
      /// To the right of the front, with the top up.
      case right
      /// Where ``Compass/upAxis`` points.
      case top
      /// The opposite of the top.
      case bottom
    }

    /// Which headings become records.
    public enum Log: String, Sendable, CaseIterable {
      /// None.
      case none
      /// That at each tag.
      case tags
      /// That at each tag and that at each fix that is kept.
      case fixes
    }

    /// `forward_axis`: the axis of the sensor board that points to the front of the device.
    public var forwardAxis = Axis.plusX
    /// `up_axis`: the axis of the sensor board that points to the top of the device.
    public var upAxis = Axis.plusZ
    /// `heading_orientation`: the side of the device whose direction is the heading.
    public var headingOrientation = Side.front
    /// `heading_filter_degrees`: who follows is told a heading when it has changed by this much, degrees.
    public var headingFilterDegrees = 1.0
    /// `log_heading`: which headings become records.
    public var logHeading = Log.tags

    /// Defaults.
    public init() {}
  }
}
