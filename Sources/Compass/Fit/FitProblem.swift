import Glibc

/// The sum that the fit makes small, and its derivatives.
///
/// Three residuals a sample, each divided by its standard deviation:
/// the strength of the field `(|v| - F) / (σm |Aᵀu|)`, its angle with the vertical
/// `(v·d / F - sin dip) / √((σm |Aᵀd| / F)² + (σa cos dip)²)`, and gravity `(|a| - 1) / σa`. The divisors are Sampson's:
/// they follow the matrix. Without that a matrix of zeros explains every recording. Large residuals are softened
/// (pseudo-Huber), and each unknown has its prior.
struct FitProblem: Sendable {
  /// Which residual.
  enum Kind: Int, CaseIterable { case strength, angle, gravity }

  let samples: [FitSample]
  let priors: FitPriors
  var noise: SensorNoise
  /// Scaled by the sigmas of the priors: all unknowns are of one size, and the prior is the unit matrix.
  var system = SymmetricSystem(count: CalibrationParameters.count)
  /// The descent direction's right side, `-gradient`, in the same scale.
  private(set) var descent = [Double](repeating: 0, count: CalibrationParameters.count)

  /// Residuals beyond this many standard deviations count less and less.
  static let softening = 2.0

  init(samples: [FitSample], priors: FitPriors, noise: SensorNoise) {
    self.samples = samples
    self.priors = priors
    self.noise = noise
  }

  /// What the residuals of one sample are made of.
  private struct Geometry {
    var x: SIMD3<Double>
    var v: SIMD3<Double>
    var strength: Double
    var u: SIMD3<Double>
    var w: SIMD3<Double>
    var wLength: Double
    var offset: SIMD3<Double>
    var gravity: Double
    var d: SIMD3<Double>
    var k: SIMD3<Double>
    var across: SIMD3<Double>
    var angleSigma: Double
    var scaledLength: Double
    var residuals: SIMD3<Double>
  }

  @inline(__always) private static func geometry(
    _ sample: FitSample, _ p: Unpacked, _ fieldSigma: Double, _ accelerationSigma: Double
  ) -> Geometry {
    let x = sample.field - p.bias
    let v = p.matrix * x
    let strength = max(v.length, 1e-9)
    let u = v / strength
    let w = p.matrix.transposedTimes(u)
    let wLength = max(w.length, 1e-9)
    let offset = sample.acceleration - p.accelerationBias
    let a = p.accelerationScale * offset
    let gravity = max(a.length, 1e-9)
    let d = a / -gravity
    let k = p.matrix.transposedTimes(d)
    let along = v.dot(d)
    let across = v - d * along
    let angleSigma =
      (fieldSigma * fieldSigma * k.dot(k) + accelerationSigma * accelerationSigma * across.dot(across)).squareRoot()
      / p.field
    let scaled = p.accelerationScale * d
    let scaledLength = max(scaled.length, 1e-9)
    return Geometry(
      x: x, v: v, strength: strength, u: u, w: w, wLength: wLength, offset: offset, gravity: gravity, d: d, k: k,
      across: across, angleSigma: angleSigma, scaledLength: scaledLength,
      residuals: [
        (strength - p.field) / (fieldSigma * wLength), (along / p.field - p.sinDip) / angleSigma,
        (gravity - 1 - accelerationSigma * accelerationSigma) / (accelerationSigma * scaledLength),
      ])
  }

  /// The unknowns as vectors.
  private struct Unpacked {
    var bias: SIMD3<Double>
    var matrix: Matrix3
    var field: Double
    var sinDip: Double
    var cosDip: Double
    var accelerationBias: SIMD3<Double>
    var accelerationScale: SIMD3<Double>

    init(_ parameters: CalibrationParameters) {
      bias = parameters.fieldBias
      matrix = parameters.matrix
      field = max(parameters.fieldMicrotesla, 1e-3)
      sinDip = sin(parameters.dipRadians)
      cosDip = cos(parameters.dipRadians)
      accelerationBias = parameters.accelerationBias
      accelerationScale = parameters.accelerationScale
    }
  }

  @inline(__always) private static func sigmas(
    _ sample: FitSample, _ noise: SensorNoise
  ) -> (field: Double, acceleration: Double) {
    let shrink = 1 / Double(sample.count).squareRoot()
    return (noise.fieldMicrotesla * shrink, noise.accelerationG * shrink)
  }

  /// The residuals of every sample, by ``Kind``.
  func residuals(at parameters: CalibrationParameters) -> [SIMD3<Double>] {
    let p = Unpacked(parameters)
    return samples.map { sample in
      let sigma = Self.sigmas(sample, noise)
      return Self.geometry(sample, p, sigma.field, sigma.acceleration).residuals
    }
  }

  /// The sum, priors included.
  func cost(at parameters: CalibrationParameters) -> Double {
    let p = Unpacked(parameters)
    var sum = 0.0
    let softening = Self.softening * Self.softening
    for sample in samples {
      let sigma = Self.sigmas(sample, noise)
      let r = Self.geometry(sample, p, sigma.field, sigma.acceleration).residuals
      let square = r * r / softening + 1
      sum += softening * (square.x.squareRoot() + square.y.squareRoot() + square.z.squareRoot() - 3)
    }
    for (index, value) in parameters.values.enumerated() {
      let scaled = (value - priors.means[index]) / priors.sigmas[index]
      sum += scaled * scaled / 2
    }
    return sum
  }

  /// Fills ``system`` and ``descent``. With `only`, the system holds that kind of residual alone and no prior.
  mutating func linearise(at parameters: CalibrationParameters, only: Kind? = nil) {
    let n = CalibrationParameters.count
    let p = Unpacked(parameters)
    for index in 0..<(n * n) { system.matrix[index] = 0 }
    for index in 0..<n { descent[index] = 0 }
    let softening = 1 / (Self.softening * Self.softening)
    let (samples, noise) = (samples, noise)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: n) { row in
      system.matrix.withUnsafeMutableBufferPointer { h in
        descent.withUnsafeMutableBufferPointer { g in
          func add(_ residual: Double, _ range: Range<Int>) {
            let weight = 1 / (1 + residual * residual * softening).squareRoot()
            for i in range {
              let scaled = weight * row[i]
              g[i] -= scaled * residual
              let line = i * n
              for j in range.lowerBound..<(i + 1) { h[line + j] += scaled * row[j] }
            }
          }
          for sample in samples {
            let sigma = Self.sigmas(sample, noise)
            let s = Self.geometry(sample, p, sigma.field, sigma.acceleration)
            if only == nil || only == .strength {
              Self.strengthRow(s, p, sigma.field, row)
              add(s.residuals.x, 0..<13)
            }
            if only == nil || only == .angle {
              Self.angleRow(s, p, sigma.field, sigma.acceleration, row)
              add(s.residuals.y, 0..<n)
            }
            if only == nil || only == .gravity {
              Self.gravityRow(s, p, sigma.acceleration, row)
              add(s.residuals.z, 14..<n)
            }
          }
        }
      }
    }
    for i in 0..<n {
      for j in 0...i { system.matrix[i * n + j] *= priors.sigmas[i] * priors.sigmas[j] }
      descent[i] *= priors.sigmas[i]
      guard only == nil else { continue }
      system.matrix[i * n + i] += 1
      descent[i] -= (parameters.values[i] - priors.means[i]) / priors.sigmas[i]
    }
  }

  @inline(__always) private static func put(
    _ vector: SIMD3<Double>, _ index: Int, _ row: UnsafeMutableBufferPointer<Double>
  ) {
    row[index] = vector.x
    row[index + 1] = vector.y
    row[index + 2] = vector.z
  }

  /// Derivatives of `(|v| - F) / (σm |w|)`, w = Aᵀu.
  @inline(__always) private static func strengthRow(
    _ s: Geometry, _ p: Unpacked, _ fieldSigma: Double, _ row: UnsafeMutableBufferPointer<Double>
  ) {
    let scale = 1 / (fieldSigma * s.wLength)
    let relative = s.residuals.x / s.wLength
    // ∂|w| = (w/|w|)·(∂Aᵀ u) + q·∂v, where q is the part of A w / |w| across u, divided by |v|.
    let q = ((p.matrix * s.w) / s.wLength - s.u * s.wLength) / s.strength
    let byField = s.u * scale - q * relative
    put(p.matrix.transposedTimes(byField) * -1, 0, row)
    let direct = s.w * (relative / s.wLength)
    put(s.x * byField.x - direct * s.u.x, 3, row)
    put(s.x * byField.y - direct * s.u.y, 6, row)
    put(s.x * byField.z - direct * s.u.z, 9, row)
    row[12] = -scale
  }

  /// Derivatives of `(v·d / F - sin dip) / s`, s² = (σm² |Aᵀd|² + σa² |v across d|²) / F².
  @inline(__always) private static func angleRow(
    _ s: Geometry, _ p: Unpacked, _ fieldSigma: Double, _ accelerationSigma: Double,
    _ row: UnsafeMutableBufferPointer<Double>
  ) {
    let scale = 1 / s.angleSigma
    let inverseField = 1 / p.field
    // ∂(f / s) = ∂f / s - (f / s²) ∂(s²) / 2s
    let relative = s.residuals.y * scale * scale * inverseField * inverseField
    let byNoise = relative * fieldSigma * fieldSigma
    let byMotion = relative * accelerationSigma * accelerationSigma
    let along = s.v.dot(s.d)
    let byField = s.d * (inverseField * scale) - s.across * byMotion
    put(p.matrix.transposedTimes(byField) * -1, 0, row)
    let direct = s.k * byNoise
    put(s.x * byField.x - direct * s.d.x, 3, row)
    put(s.x * byField.y - direct * s.d.y, 6, row)
    put(s.x * byField.z - direct * s.d.z, 9, row)
    row[12] = -along * inverseField * inverseField * scale + s.residuals.y * inverseField
    row[13] = -p.cosDip * scale
    let byDown = s.v * (inverseField * scale + along * byMotion) - (p.matrix * s.k) * byNoise
    let across = (byDown - s.d * byDown.dot(s.d)) / -s.gravity
    put(across * p.accelerationScale * -1, 14, row)
    put(across * s.offset, 17, row)
  }

  /// Derivatives of `(|a| - 1 - σa²) / (σa |S d|)`; noise across gravity makes the mean of |a| greater by σa².
  @inline(__always) private static func gravityRow(
    _ s: Geometry, _ p: Unpacked, _ accelerationSigma: Double, _ row: UnsafeMutableBufferPointer<Double>
  ) {
    let scale = 1 / (accelerationSigma * s.scaledLength)
    let relative = s.residuals.z / (s.scaledLength * s.scaledLength)
    let up = s.d * -1
    // ∂|S d| = (S² d · ∂d + S d² · ∂S) / |S d|, and d turns with a.
    let byDown = p.accelerationScale * p.accelerationScale * s.d
    let turn = (byDown - s.d * byDown.dot(s.d)) / -s.gravity
    let byMotion = up * scale - turn * relative
    put(byMotion * p.accelerationScale * -1, 14, row)
    put(byMotion * s.offset - s.d * s.d * p.accelerationScale * relative, 17, row)
  }
}
