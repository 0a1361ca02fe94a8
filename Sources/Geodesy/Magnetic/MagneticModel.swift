import CMagnetic

/// A model of the Earth's magnetic field in spherical harmonics, as the World Magnetic Model is published.
///
/// Holds for five years from its epoch. After that, and before it, it still answers, but says so with every answer.
public struct MagneticModel: Sendable {
  /// Its name, such as `WMM-2025`.
  public let name: String
  /// When it was published, as its file says.
  public let published: String
  /// The decimal year from which it holds.
  public let validFromYear: Double
  /// The decimal year from which it holds no more.
  public let validUntilYear: Double
  /// The highest degree and order: 12 for WMM, 133 for WMMHR.
  public let degree: Int
  let errors: MagneticErrors
  /// The terms of the series, order by order, each from the lowest degree up: so are they computed with.
  let terms: [Term]
  /// The factor from the function of degree and order m - 1 to that of m, for each m from 1.
  let diagonals: [Double]

  /// One degree and order of the series, with what the recursion of its Legendre function needs.
  struct Term: Sendable {
    /// g and its yearly change, nanotesla.
    var cosine: SIMD2<Double>
    /// h and its yearly change, nanotesla.
    var sine: SIMD2<Double>
    /// The factor that this function has in the one of the next degree.
    var ahead: Double
    /// The factor that the function of the degree before has in the one of the next degree.
    var behind: Double
    /// The factor that the function of the degree before has in the slope of this one.
    var slope: Double
    /// The degree.
    var degree: Double
  }

  /// Reads a file of coefficients (`.COF`).
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: the first thing that is wrong with it, and its line.
  public init(coefficients bytes: some Sequence<UInt8>) throws(MagneticModelError) {
    let file = try MagneticCoefficients(bytes)
    name = file.name
    published = file.published
    validFromYear = file.epochYear
    validUntilYear = file.epochYear + Self.lifetimeYears
    degree = file.rows.last?.degree ?? 0
    errors = file.name.hasPrefix("WMMHR") ? .highResolution : .standard
    terms = Self.ordered(file.rows, degree)
    diagonals = (0..<degree).map { lower in
      let m = Double(lower + 1)
      return lower == 0 ? 1.0 : ((2 * m - 1) / (2 * m)).squareRoot()
    }
  }

  /// The one that is built in: WMM2025, of degree 12.
  ///
  /// - Throws: never, as the tests see to it.
  public static func builtIn() throws(MagneticModelError) -> MagneticModel {
    try MagneticModel(coefficients: UnsafeBufferPointer(start: cmagnetic_coefficients(), count: cmagnetic_length()))
  }

  /// Whether the model was made for a time.
  ///
  /// - Parameter year: a decimal year, finite.
  public func validity(year: Double) -> MagneticValidity {
    if year < validFromYear { return .early(years: validFromYear - year) }
    return year < validUntilYear ? .current : .expired(years: year - validUntilYear)
  }

  private static let lifetimeYears = 5.0

  private static func ordered(_ rows: [MagneticCoefficients.Row], _ degree: Int) -> [Term] {
    var terms: [Term] = []
    terms.reserveCapacity(rows.count)
    for order in 0...degree {
      for step in max(order, 1)..<(degree + 1) {
        // The rows are complete and in order, so that n(n + 1) / 2 - 1 are before those of degree n.
        terms.append(Term(rows[step * (step + 1) / 2 - 1 + order]))
      }
    }
    return terms
  }
}

extension MagneticModel.Term {
  /// The recursions of the Schmidt semi-normalised functions, which are the plain Legendre polynomials at order 0.
  fileprivate init(_ row: MagneticCoefficients.Row) {
    let n = Double(row.degree)
    let m = Double(row.order)
    cosine = row.cosine
    sine = row.sine
    degree = n
    let root = (n * n - m * m).squareRoot()
    let next = ((n + 1) * (n + 1) - m * m).squareRoot()
    ahead = (2 * n + 1) / next
    behind = root / next
    slope = row.order == 0 ? 2 * n - 1 : root
  }
}
