import Glibc

extension MagneticModel {
  /// The field at a place and a time. Allocates nothing.
  ///
  /// - Parameters:
  ///   - place: where. At a pole of the Earth its longitude says which way north is.
  ///   - heightMeters: above the WGS 84 ellipsoid. 50 m make a nanotesla, so the height above the sea will do.
  ///   - year: the decimal year.
  /// - Returns: nil for a height outside -10 to 850 km, for which the model is not made, and for a number that is not
  ///   finite.
  public func field(at place: Coordinate, heightMeters: Double, year: Double) -> MagneticField? {
    guard heightMeters >= Self.lowestMeters, heightMeters <= Self.highestMeters, year.isFinite else { return nil }
    let (sinLatitude, cosLatitude) = Self.sinCos(degrees: place.latitudeDegrees)
    let (sinLongitude, cosLongitude) = Self.sinCos(degrees: place.longitudeDegrees)

    // From the ellipsoid to the sphere.
    let height = heightMeters / 1_000
    let curvature = Self.equatorKilometers / (1 - Self.eccentricity * sinLatitude * sinLatitude).squareRoot()
    let outward = (curvature + height) * cosLatitude
    let upward = (curvature * (1 - Self.eccentricity) + height) * sinLatitude
    let radius = (outward * outward + upward * upward).squareRoot()
    let (cosPolar, sinPolar) = (upward / radius, outward / radius)

    let sphere = Series(
      cosPolar: cosPolar, sinPolar: sinPolar, cosLongitude: cosLongitude, sinLongitude: sinLongitude,
      ratio: Self.referenceKilometers / radius
    ).sum(self)

    // And back: the vertical of the ellipsoid is tilted against the radius.
    let sinTilt = cosPolar * cosLatitude - sinPolar * sinLatitude
    let cosTilt = sinPolar * cosLatitude + cosPolar * sinLatitude
    let north = sphere.north * cosTilt - sphere.down * sinTilt
    let down = sphere.north * sinTilt + sphere.down * cosTilt
    let elapsed = year - validFromYear
    return MagneticField(
      northNanotesla: north.x + elapsed * north.y,
      eastNanotesla: sphere.east.x + elapsed * sphere.east.y,
      downNanotesla: down.x + elapsed * down.y,
      northNanoteslaPerYear: north.y, eastNanoteslaPerYear: sphere.east.y, downNanoteslaPerYear: down.y,
      validity: validity(year: year), errors: errors)
  }

  /// 1 km below the surface is where the World Magnetic Model ends; 10 km are more than any mine or trench has, and
  /// the series is still good there.
  private static let lowestMeters = -10_000.0
  /// Where the World Magnetic Model ends.
  private static let highestMeters = 850_000.0
  /// The equatorial radius of WGS 84 (NIMA TR8350.2, table 3.1).
  private static let equatorKilometers = 6_378.137
  /// The square of its first eccentricity, f(2 - f) with f = 1 / 298.257223563.
  private static let eccentricity = (2 - 1 / 298.257_223_563) / 298.257_223_563
  /// The radius that the coefficients refer to (WMM2025's report).
  private static let referenceKilometers = 6_371.2

  /// Sine and cosine that are exact at every quarter turn: the poles are on the axis, and both sides of the date line
  /// are one.
  private static func sinCos(degrees: Double) -> (sin: Double, cos: Double) {
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - 90 * quarters) * .pi / 180
    let (sine, cosine) = (sin(rest), cos(rest))
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}

/// The sum of a series of spherical harmonics at a point.
///
/// For the orders from 1 the functions are carried divided by the sine of the polar angle, which each of them has as a
/// factor. So there is nothing to divide by at the poles, where that sine is 0. The powers of the ratio of the radii
/// are inside of them.
private struct Series {
  /// The axis' angle to the point.
  let cosPolar, sinPolar: Double
  let cosLongitude, sinLongitude: Double
  /// The reference radius divided by the point's.
  let ratio: Double

  /// The field along the sphere's north, east and down, nanotesla, and its change in a year.
  struct Sum {
    var north = SIMD2<Double>.zero
    var east = SIMD2<Double>.zero
    var down = SIMD2<Double>.zero
  }

  /// Below this, what an order still adds cannot be seen: its functions grow by less than 1e100 up to the highest degree
  /// that is read.
  private static let negligible = 1e-200

  func sum(_ model: MagneticModel) -> Sum {
    let degree = model.degree
    return model.terms.withUnsafeBufferPointer { terms in
      var sum = zonal(terms, degree)
      var next = degree
      var (cosOrder, sinOrder) = (1.0, 0.0)
      var diagonal = 1.0
      for order in 1..<(degree + 1) {
        (cosOrder, sinOrder) = (
          cosOrder * cosLongitude - sinOrder * sinLongitude, sinOrder * cosLongitude + cosOrder * sinLongitude
        )
        diagonal *= model.diagonals[order - 1] * ratio * (order == 1 ? 1 : sinPolar)
        if diagonal.magnitude < Self.negligible { break }
        let end = next + degree - order + 1
        let column = column(terms, next..<end, diagonal)
        next = end
        sum.north += cosOrder * column.northCosine + sinOrder * column.northSine
        sum.east += Double(order) * (sinOrder * column.eastCosine - cosOrder * column.eastSine)
        sum.down -= sinPolar * (cosOrder * column.downCosine + sinOrder * column.downSine)
      }
      let scale = ratio * ratio
      sum.north *= scale
      sum.east *= scale
      sum.down *= scale
      return sum
    }
  }

  /// Order 0, by Legendre polynomials and their derivatives.
  @inline(__always)
  private func zonal(_ terms: UnsafeBufferPointer<MagneticModel.Term>, _ degree: Int) -> Sum {
    let (step, back) = (ratio * cosPolar, ratio * ratio)
    var (value, lower) = (step, 1.0)
    var (derivative, lowerDerivative) = (0.0, 0.0)
    var sum = Sum()
    for index in 0..<degree {
      let term = terms[index]
      (derivative, lowerDerivative) = (back * lowerDerivative + term.slope * ratio * lower, derivative)
      sum.north -= derivative * term.cosine
      sum.down -= (term.degree + 1) * value * term.cosine
      (value, lower) = (term.ahead * step * value - term.behind * back * lower, value)
    }
    sum.north *= sinPolar
    return sum
  }

  /// What one order adds, of the terms with the cosine of the longitude and of those with the sine.
  private struct Column {
    var (northCosine, northSine) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (eastCosine, eastSine) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (downCosine, downSine) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
  }

  @inline(__always)
  private func column(
    _ terms: UnsafeBufferPointer<MagneticModel.Term>, _ range: Range<Int>, _ diagonal: Double
  ) -> Column {
    let (step, back) = (ratio * cosPolar, ratio * ratio)
    var (value, lower) = (diagonal, 0.0)
    var sum = Column()
    for index in range {
      let term = terms[index]
      let north = term.degree * cosPolar * value - term.slope * ratio * lower
      let down = (term.degree + 1) * value
      sum.northCosine += north * term.cosine
      sum.northSine += north * term.sine
      sum.eastCosine += value * term.cosine
      sum.eastSine += value * term.sine
      sum.downCosine += down * term.cosine
      sum.downSine += down * term.sine
      (value, lower) = (term.ahead * step * value - term.behind * back * lower, value)
    }
    return sum
  }
}
