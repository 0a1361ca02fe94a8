/// What the sentences of an epoch say about its accuracy, and the one radius that is made of it.
///
/// The radius holds the true position with 68 % probability. Where each factor comes from is told, with measurements,
/// in docs/accuracy.md.
struct AccuracyClaims {
  /// A radius in a vendor's sentence and what it takes to make a 68 % radius of it.
  private var receiverRadius: Double?
  private var gstLatitude: Double?
  private var gstLongitude: Double?
  private var gbsLatitude: Double?
  private var gbsLongitude: Double?
  private var garminRadius: Double?
  private(set) var vertical: Double?
  private var verticalRank = 0

  /// 68 % radius over twice-the-distance RMS (DRMS) for a round Gaussian: 1.510 / 1.414.
  static let radiusOverDRMS = 1.07
  /// 68 % radius over 50 % radius for a round Gaussian: 1.510 / 1.177.
  static let radiusOverMedian = 1.28
  /// Smallest radius that is believed, metres.
  static let smallestRadiusMeters = 0.01

  /// The receiver's own two-dimensional RMS error, metres.
  mutating func claim(receiverDRMSMeters claim: Double?) {
    guard let claim, claim > 0 else { return }
    receiverRadius = receiverRadius ?? claim * Self.radiusOverDRMS
  }

  /// Standard deviations of GST, metres.
  mutating func claim(gstLatitudeMeters latitude: Double?, longitudeMeters longitude: Double?, heightMeters: Double?) {
    gstLatitude = gstLatitude ?? latitude
    gstLongitude = gstLongitude ?? longitude
    claim(verticalMeters: heightMeters, rank: 3)
  }

  /// Expected errors of GBS, metres.
  mutating func claim(gbsLatitudeMeters latitude: Double?, longitudeMeters longitude: Double?, heightMeters: Double?) {
    gbsLatitude = gbsLatitude ?? latitude
    gbsLongitude = gbsLongitude ?? longitude
    claim(verticalMeters: heightMeters, rank: 2)
  }

  /// Garmin's estimated position error, metres, which half of the fixes keep.
  mutating func claim(garminMedianMeters claim: Double?, verticalMeters: Double?) {
    garminRadius = garminRadius ?? claim
    self.claim(verticalMeters: verticalMeters, rank: 1)
  }

  /// One standard deviation of the height, metres; a better rank wins.
  mutating func claim(verticalMeters claim: Double?, rank: Int) {
    guard let claim, claim > 0, rank > verticalRank else { return }
    vertical = claim
    verticalRank = rank
  }

  /// The 68 % radius in metres and its source.
  ///
  /// - Parameters:
  ///   - hdop: horizontal dilution of precision.
  ///   - quality: how the position was found.
  func horizontal(hdop: Double?, quality: Fix.Quality?) -> (meters: Double, source: Fix.AccuracySource)? {
    if let receiverRadius { return (floored(receiverRadius), .receiver) }
    if let radius = radius(gstLatitude, gstLongitude) { return (floored(radius), .gst) }
    if let radius = radius(gbsLatitude, gbsLongitude) { return (floored(radius), .gbs) }
    if let garminRadius, garminRadius > 0 { return (floored(garminRadius * Self.radiusOverMedian), .garmin) }
    guard let radius = Fix.typicalRadiusMeters(hdop: hdop, quality: quality) else { return nil }
    return (floored(radius), .dilution)
  }

  /// One standard deviation of the height in metres: as stated, else guessed from the dilution.
  func vertical(vdop: Double?, quality: Fix.Quality?) -> Double? {
    if let vertical { return floored(vertical) }
    guard let vdop, let rangeError = Self.rangeErrorMeters(quality) else { return nil }
    return floored(vdop * rangeError * 1.6)
  }

  /// What a metre of dilution is worth, metres: the two-dimensional RMS error at HDOP 1. Nil where no satellites are behind
  /// the position.
  static func rangeErrorMeters(_ quality: Fix.Quality?) -> Double? {
    switch quality {
    case .autonomous, .precise, nil: 5.0
    case .differential: 5.5
    case .fixedRTK: 0.05
    case .floatRTK: 0.5
    case .estimated, .manual, .simulated: nil
    }
  }

  private func radius(_ latitude: Double?, _ longitude: Double?) -> Double? {
    guard let latitude, let longitude, latitude > 0 || longitude > 0 else { return nil }
    return Self.radiusOverDRMS * (latitude * latitude + longitude * longitude).squareRoot()
  }

  private func floored(_ meters: Double) -> Double { max(meters, Self.smallestRadiusMeters) }
}

extension Fix {
  /// The 68 % radius in metres that receivers usually keep at a horizontal dilution; nil where none is known.
  ///
  /// - Parameters:
  ///   - hdop: horizontal dilution of precision.
  ///   - quality: how the position was found.
  public static func typicalRadiusMeters(hdop: Double?, quality: Quality?) -> Double? {
    guard let hdop, let rangeError = AccuracyClaims.rangeErrorMeters(quality) else { return nil }
    return hdop * rangeError * AccuracyClaims.radiusOverDRMS
  }
}
