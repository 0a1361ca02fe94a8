import Glibc

/// Takes the samples of a calibration as they come, and keeps what the fit needs: still ones, thinned by attitude.
public struct SampleCollector: Sendable {
  /// What became of a sample.
  public enum Intake: Equatable, Sendable {
    /// A new attitude.
    case new
    /// An attitude that was there: its mean is better now.
    case known
    /// The board was accelerated or turned too fast.
    case moving
    /// An axis was at the end of its range.
    case saturated
    /// Not a measurement.
    case invalid
  }

  /// What to keep.
  public struct Options: Equatable, Sendable {
    /// How far |acceleration| may be from 1 g before calibration: cheap accelerometers are off by 0.1.
    public var accelerationLimitG = 0.2
    /// How fast the board may turn, degrees a second; nil where neighbouring samples are unrelated attitudes.
    public var rotationLimitDegreesPerSecond: Double? = 200
    /// Attitudes nearer than this are one, degrees.
    public var sameAttitudeDegrees = 3.0
    /// How many attitudes are kept.
    public var capacity = 400

    /// The usual ones.
    public init() {}
  }

  private let options: Options
  /// What the fit takes.
  public private(set) var samples: [FitSample] = []
  private(set) var directions: [(field: SIMD3<Double>, up: SIMD3<Double>)] = []
  private(set) var centre: SIMD3<Double>?
  private var countAtCentre = 0
  private var last: (seconds: Double, field: SIMD3<Double>, up: SIMD3<Double>)?
  private var edge = RangeEdge()
  private var fieldSpan = AxisSpan()
  private var motionSpan = AxisSpan()
  /// How many samples came.
  public private(set) var offered = 0
  /// How many of them were at the end of a range.
  public private(set) var saturated = 0
  /// How many of them were moving.
  public private(set) var moving = 0
  private var temperatureSum = 0.0
  private var temperatures = 0

  /// Nothing collected.
  public init(options: Options = Options()) { self.options = options }

  /// The mean temperature, °C, if the sensor told.
  public var temperatureCelsius: Double? { temperatures > 0 ? temperatureSum / Double(temperatures) : nil }

  /// An axis that has come to the end of its range, 0 to 2: one sample in twenty said so, or the values show it.
  var saturatedAxis: Int? { edge.axis }

  /// Axes that said the same all the time, while the others did not.
  var deadAxes: [(chip: RefusalReason.Chip, axis: Int)] {
    fieldSpan.deadAxes(others: Self.livelyMicrotesla).map { (.magnetometer, $0) }
      + motionSpan.deadAxes(others: Self.livelyG).map { (.accelerometer, $0) }
  }

  /// How far the other axes must have gone, µT and g: half of what a turn onto all sides gives on a weak spot of the
  /// Earth.
  static let livelyMicrotesla = 20.0
  static let livelyG = 1.0

  /// Takes one. `seconds` is any clock that only goes forward.
  public mutating func add(_ field: FieldSample, _ motion: MotionSample, atSeconds seconds: Double) -> Intake {
    let (raw, acceleration) = (field.microtesla, motion.acceleration)
    guard raw.isFinite, acceleration.isFinite, raw.length < 1e5, let up = acceleration.direction else {
      return .invalid
    }
    offered += 1
    edge.add(raw)
    fieldSpan.add(raw)
    motionSpan.add(acceleration)
    if field.isSaturated || motion.isSaturated {
      saturated += 1
      return .saturated
    }
    if let celsius = field.temperatureCelsius, celsius.isFinite {
      temperatureSum += celsius
      temperatures += 1
    }
    let before = last
    last = (seconds, raw, up)
    if abs(acceleration.length - 1) > options.accelerationLimitG || isTurning(raw, up, seconds, since: before) {
      moving += 1
      return .moving
    }
    return keep(raw, acceleration, up)
  }

  private func isTurning(
    _ raw: SIMD3<Double>, _ up: SIMD3<Double>, _ seconds: Double,
    since before: (seconds: Double, field: SIMD3<Double>, up: SIMD3<Double>)?
  ) -> Bool {
    guard let limit = options.rotationLimitDegreesPerSecond, let before else { return false }
    let elapsed = seconds - before.seconds
    // A pause says nothing of how fast the board came to rest.
    guard elapsed > 0, elapsed < 0.5 else { return false }
    var cosines = up.dot(before.up)
    if let centre, let now = (raw - centre).direction, let then = (before.field - centre).direction {
      cosines = min(cosines, now.dot(then))
    }
    return acos(min(1, max(-1, cosines))) * degreesPerRadian > limit * elapsed
  }

  private mutating func keep(_ raw: SIMD3<Double>, _ acceleration: SIMD3<Double>, _ up: SIMD3<Double>) -> Intake {
    updateCentre()
    let field = (raw - (centre ?? .zero)).direction ?? [0, 0, 1]
    let same = cosine(degrees: options.sameAttitudeDegrees)
    // Without a centre the direction of the field is not known: one attitude is then what shows the same numbers.
    for index in directions.indices.reversed() where directions[index].up.dot(up) > same {
      let isSame =
        centre != nil
        ? directions[index].field.dot(field) > same : (samples[index].field - raw).length < 2
      if isSame {
        samples[index].add(field: raw, acceleration: acceleration)
        return .known
      }
    }
    if samples.count >= options.capacity {
      // Where there is most already, one more changes least.
      guard let crowded = crowdedIndex() else { return .known }
      samples.remove(at: crowded)
      directions.remove(at: crowded)
    }
    samples.append(FitSample(field: raw, acceleration: acceleration))
    directions.append((field, up))
    return .new
  }

  private func crowdedIndex() -> Int? {
    var counts = [Int](repeating: 0, count: DirectionCells.count)
    for direction in directions { counts[DirectionCells.cell(of: direction.field)] += 1 }
    guard let most = counts.max() else { return nil }
    return directions.indices.filter { counts[DirectionCells.cell(of: directions[$0].field)] == most }
      .min { samples[$0].count < samples[$1].count }
  }

  /// The centre of the sphere moves while there is little; directions follow it.
  private mutating func updateCentre() {
    guard samples.count >= 10, samples.count >= countAtCentre + max(5, countAtCentre / 4) else { return }
    countAtCentre = samples.count
    let points = samples.map(\.field)
    guard let spread = FitStarts.centroid(points) else { return }
    if let sphere = FitStarts.sphere(points), (15...100).contains(sphere.radius) {
      centre = sphere.centre
    } else {
      centre = spread.centre
    }
    for index in directions.indices {
      directions[index].field = (samples[index].field - (centre ?? .zero)).direction ?? [0, 0, 1]
    }
  }

  /// How far the calibration has come, and what to do next.
  public var progress: CollectionProgress { CollectionProgress(directions: directions, isCentred: centre != nil) }
}
