import Geodesy

extension Fix {
  /// The fix with both heights and the separation between them, as far as they can be known, and with
  /// ``FixDetails/geoidSeparationSource``. Nothing that the receiver said is changed.
  ///
  /// - Parameter geoid: gives the separation where the receiver gave one height only.
  /// - Returns: the same fix, if it has no position.
  public func heightsCompleted(by geoid: Geoid) -> Fix {
    guard let coordinate else { return self }
    let heights = geoid.completing(
      Heights(
        meanSeaLevelMeters: altMSLMeters, ellipsoidMeters: altHAEMeters, separationMeters: geoidSeparationMeters,
        separationSource: details.geoidSeparationSource),
      at: coordinate)
    var fix = self
    fix.altMSLMeters = heights.meanSeaLevelMeters
    fix.altHAEMeters = heights.ellipsoidMeters
    fix.geoidSeparationMeters = heights.separationMeters
    fix.details.geoidSeparationSource = heights.separationSource
    return fix
  }
}
