import Compass
import Configuration

extension HeadingOrientation {
  /// As it is set: which axis of the sensor board points forward, which one up, and whose direction is the heading. With
  /// two axes along one line, which no configuration file may say, the usual one.
  init(_ settings: Settings.Compass) {
    let (forward, up) = (settings.forwardAxis.direction, settings.upAxis.direction)
    let mounting = AxisMap.rotations.first { $0.apply(forward) == [1, 0, 0] && $0.apply(up) == [0, 0, 1] }
    self = mounting.flatMap { Self(mounting: $0, reference: settings.headingOrientation.face) } ?? .usual
  }

  /// The same on a board that is mounted in each of the other ways.
  var otherMountings: [AxisMap] { AxisMap.rotations.filter { $0 != mounting } }
}

extension Settings.Compass.Axis {
  fileprivate var direction: SIMD3<Double> {
    switch self {
    case .plusX: [1, 0, 0]
    case .minusX: [-1, 0, 0]
    case .plusY: [0, 1, 0]
    case .minusY: [0, -1, 0]
    case .plusZ: [0, 0, 1]
    case .minusZ: [0, 0, -1]
    }
  }
}

extension Settings.Compass.Side {
  fileprivate var face: CollectionProgress.Face {
    switch self {
    case .front: .front
    case .back: .back
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    }
  }
}
