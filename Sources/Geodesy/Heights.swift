/// Who says how far mean sea level lies above the ellipsoid.
public enum SeparationSource: UInt8, Sendable, CaseIterable {
  /// The receiver: it gave the separation, or both heights.
  case receiver = 1
  /// Waymark's own ``Geoid``, because the receiver gave one height only.
  case model = 2
}

/// The height of a place by both of its reference surfaces. Unknown is nil; ellipsoid = sea level + separation.
public struct Heights: Equatable, Sendable {
  /// Above mean sea level, metres.
  public var meanSeaLevelMeters: Double?
  /// Above the WGS 84 ellipsoid, metres.
  public var ellipsoidMeters: Double?
  /// Mean sea level above the ellipsoid, metres.
  public var separationMeters: Double?
  /// Who says so; nil while the separation is unknown.
  public var separationSource: SeparationSource?

  /// Heights as they were measured.
  ///
  /// - Parameters:
  ///   - meanSeaLevelMeters: above mean sea level, metres.
  ///   - ellipsoidMeters: above the ellipsoid, metres.
  ///   - separationMeters: mean sea level above the ellipsoid, metres.
  ///   - separationSource: who says so; the receiver, if nothing else is known of a separation that is there.
  public init(
    meanSeaLevelMeters: Double? = nil, ellipsoidMeters: Double? = nil, separationMeters: Double? = nil,
    separationSource: SeparationSource? = nil
  ) {
    self.meanSeaLevelMeters = meanSeaLevelMeters
    self.ellipsoidMeters = ellipsoidMeters
    self.separationMeters = separationMeters
    self.separationSource = separationMeters == nil ? nil : separationSource ?? .receiver
  }
}

extension Geoid {
  /// Heights with everything that can be known of them.
  ///
  /// What the receiver said stays as it is, also where this geoid sees it otherwise: its numbers belong together. Only
  /// where it gave one height and no separation, the separation is this geoid's. Without any height nothing is added:
  /// a separation alone would tell of the place what nobody measured.
  ///
  /// - Parameters:
  ///   - heights: what was measured.
  ///   - place: where.
  public func completing(_ heights: Heights, at place: Coordinate) -> Heights {
    var heights = heights
    switch (heights.meanSeaLevelMeters, heights.ellipsoidMeters) {
    case (let seaLevel?, let ellipsoid?):
      if heights.separationMeters == nil {
        heights.separationMeters = ellipsoid - seaLevel
        heights.separationSource = .receiver
      }
    case (let seaLevel?, nil):
      heights.ellipsoidMeters = seaLevel + separation(for: &heights, at: place)
    case (nil, let ellipsoid?):
      heights.meanSeaLevelMeters = ellipsoid - separation(for: &heights, at: place)
    case (nil, nil):
      break
    }
    return heights
  }

  private func separation(for heights: inout Heights, at place: Coordinate) -> Double {
    if let known = heights.separationMeters { return known }
    let separation = separationMeters(at: place)
    heights.separationMeters = separation
    heights.separationSource = .model
    return separation
  }
}
