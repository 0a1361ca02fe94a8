import Configuration
import Geodesy
import Glibc

/// The least mean error that any schedule could have had on a track for the energy it spent, had it known the whole track
/// before: the best choice of the moments to look, by dynamic programming.
///
/// What it leaves out makes it a little too good or too bad, and is the same for every track: looks are at moments of a
/// grid, ten seconds apart or more where it moves; a search takes its median, and orbits are always renewed for nothing
/// unless a sleep outlasts them; a position's own error is the mean one of a settled receiver, on top of what the way
/// bends between two looks; between the mixes of sleep and looks that it finds, errors are interpolated.
public struct OfflineOptimum: Sendable {
  /// Looks are not closer than this where it moves, seconds.
  private static let leastStepSeconds = 10.0
  /// Moments on the grid, at most about.
  private static let mostMoments = 5_000.0
  /// The shortest time that matters, seconds.
  private static let moment = 0.01
  /// The shortest cold start, in medians.
  private static let luckyColdStart = 0.75
  /// Looks at rest, seconds.
  private static let restStepSeconds = 1_800.0

  private let energy: ReceiverEnergy
  private let noise: Double
  private var nodes: [Node] = []
  /// Between a node and the next: seconds with a sky, and where it is in the middle.
  private var segments: [Segment] = []
  private var edges: [Edge] = []
  /// Where the edges that end at a node begin in ``edges``.
  private var firstEdge: [Int] = []
  private let duration: Double
  private var skySeconds = 0.0

  private struct Node {
    var seconds: Double
    var latitude: Double
    var longitude: Double
    var isLookable: Bool
  }

  private struct Segment {
    var weight: Double
    var latitude: Double
    var longitude: Double
    var metersEast: Double
  }

  private struct Edge {
    var from: Int32
    var error: Float
    var milliampereSeconds: Float
  }

  /// What a schedule would come to.
  public struct Outcome: Equatable, Sendable {
    /// What it spends, mAh.
    public var milliampereHours: Double
    /// Its mean error, metres.
    public var meanErrorMeters: Double
    /// How often it looks; a second of tracking is no look.
    public var looks: Int
  }

  /// Lays the grid.
  ///
  /// - Parameters:
  ///   - truth: the whole track.
  ///   - energy: what the receiver draws.
  ///   - noiseMeters: the mean error of a settled position.
  public init(_ truth: GroundTruth, energy: ReceiverEnergy, noiseMeters: Double) {
    self.energy = energy
    noise = noiseMeters
    duration = truth.duration
    lay(truth)
    link()
  }

  private mutating func lay(_ truth: GroundTruth) {
    var truth = truth
    let moving = truth.motions.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let step = max(Self.leastStepSeconds, moving / Self.mostMoments)
    let rest = max(Self.restStepSeconds, truth.duration / 1_000)
    var moment = 0.0
    let first = energy.coldSeconds * Self.luckyColdStart
    while moment < truth.duration {
      add(moment, &truth)
      // The first look, as early as it can be.
      if moment < first, first < moment + step, first < truth.duration, truth.hasSky(at: first) {
        add(first, &truth)
        moment = first
      }
      let skyChange = truth.skyChange(after: moment)
      let change = min(truth.motionChange(after: moment), skyChange)
      // Without a sky nobody looks.
      let next =
        truth.hasSky(at: moment) ? moment + (truth.isMoving(at: moment) ? step : rest) : min(truth.duration, skyChange)
      // A change that is nearly reached is a node of its own.
      moment = truth.hasSky(at: moment) && change < next + 1 && change > moment + 1 ? change : next
      // The last look under a sky is right before it goes: what lies between two towns is not to be guessed.
      if moment >= skyChange, truth.hasSky(at: skyChange - Self.moment), let last = nodes.last,
        last.seconds < skyChange - 2 * Self.moment
      {
        add(skyChange - Self.moment, &truth)
        moment = skyChange
      }
    }
    add(truth.duration, &truth)
    for (before, after) in zip(nodes, nodes.dropFirst()) {
      let middle = (before.seconds + after.seconds) / 2
      let hasSky = truth.hasSky(at: before.seconds) && truth.hasSky(at: middle)
      let place = truth.point(at: middle).coordinate
      let weight = hasSky ? after.seconds - before.seconds : 0
      skySeconds += weight
      segments.append(
        Segment(
          weight: weight, latitude: place.latitudeDegrees, longitude: near(place.longitudeDegrees, before.longitude),
          metersEast: Self.metersPerDegree * cos(place.latitudeDegrees * .pi / 180)))
    }
  }

  private mutating func add(_ moment: Double, _ truth: inout GroundTruth) {
    let place = truth.point(at: moment).coordinate
    nodes.append(
      Node(
        seconds: moment, latitude: place.latitudeDegrees,
        longitude: near(place.longitudeDegrees, nodes.last?.longitude), isLookable: truth.hasSky(at: moment)))
  }

  /// A longitude without the jump at the date line.
  private func near(_ longitude: Double, _ before: Double?) -> Double {
    guard let before else { return longitude }
    return longitude + ((before - longitude) / 360).rounded() * 360
  }

  private static let metersPerDegree = Coordinate.meanRadiusMeters * .pi / 180

  /// How far apart two looks may be, in nodes: every number up to 16, then ever more coarsely.
  private static let spans: [Int] = {
    var spans = Array(1...16)
    while let last = spans.last, last < 2_500 { spans.append(max(last + 1, last * 23 / 20)) }
    return spans
  }()

  private mutating func link() {
    for end in nodes.indices {
      firstEdge.append(edges.count)
      guard nodes[end].isLookable else { continue }
      for span in Self.spans where span <= end && nodes[end - span].isLookable {
        let begin = end - span
        let seconds = nodes[end].seconds - nodes[begin].seconds
        if span == 1, segments[begin].weight > 0 {
          edges.append(
            Edge(
              from: Int32(begin), error: Float(noise * segments[begin].weight),
              milliampereSeconds: Float(Self.leastTracking(energy) * seconds)))
        }
        let search = searchSeconds(afterSleepOf: seconds)
        guard seconds > search else { continue }
        edges.append(
          Edge(
            from: Int32(begin), error: Float(error(from: begin, to: end)),
            milliampereSeconds: Float(
              energy.acquiringMilliamperes * search + energy.asleepMilliamperes * (seconds - search))))
      }
    }
    firstEdge.append(edges.count)
  }

  /// What a second of positions costs at least: in its own power-save mode, where it has one.
  private static func leastTracking(_ energy: ReceiverEnergy) -> Double {
    min(energy.trackingMilliamperes, energy.powerSaveMilliamperes ?? energy.trackingMilliamperes)
  }

  private func searchSeconds(afterSleepOf seconds: Double) -> Double {
    seconds <= energy.orbitHours * 3_600 ? energy.hotSeconds : energy.warmSeconds
  }

  /// The sum of errors, metres times seconds, of a line between two nodes.
  private func error(from begin: Int, to end: Int) -> Double {
    let from = nodes[begin]
    let to = nodes[end]
    let seconds = to.seconds - from.seconds
    var sum = 0.0
    for index in begin..<end where segments[index].weight > 0 {
      let middle = (nodes[index].seconds + nodes[index + 1].seconds) / 2
      let part = (middle - from.seconds) / seconds
      sum +=
        segments[index].weight
        * distance(
          segments[index], from.latitude + (to.latitude - from.latitude) * part,
          from.longitude + (to.longitude - from.longitude) * part)
    }
    return sum
  }

  /// The sum of errors of standing at a node for all segments of a range.
  private func error(standingAt node: Int, over range: Range<Int>) -> Double {
    range.reduce(0) { sum, index in
      sum + segments[index].weight * distance(segments[index], nodes[node].latitude, nodes[node].longitude)
    }
  }

  private func distance(_ segment: Segment, _ latitude: Double, _ longitude: Double) -> Double {
    let north = (latitude - segment.latitude) * Self.metersPerDegree
    let east = (longitude - segment.longitude) * segment.metersEast
    return (north * north + east * east + noise * noise).squareRoot()
  }

  // MARK: - The best way through

  /// The best that can be had for an energy.
  ///
  /// - Returns: nil where there is no sky at all. A budget too small for a single look gives that look.
  public func best(milliampereHours budget: Double) -> Outcome? {
    guard skySeconds > 0 else { return nil }
    let budget = budget * 3_600
    let starts = startCosts()
    let ends = endCosts()
    guard var dear = solve(price: 0, starts, ends) else { return nil }
    if dear.energy <= budget { return outcome(dear) }
    var low = 0.0
    var high = 1e-3
    guard var cheap = solve(price: high, starts, ends) else { return nil }
    while cheap.energy > budget, high < 1e12 {
      low = high
      dear = cheap
      high *= 8
      guard let next = solve(price: high, starts, ends) else { return nil }
      cheap = next
    }
    for _ in 0..<40 where cheap.energy <= budget && high - low > low * 1e-4 {
      let middle = low == 0 ? high / 8 : (low * high).squareRoot()
      guard let next = solve(price: middle, starts, ends) else { break }
      if next.energy > budget { (low, dear) = (middle, next) } else { (high, cheap) = (middle, next) }
      if next.energy == cheap.energy, abs(next.energy - budget) < budget * 1e-3 { break }
    }
    guard cheap.energy <= budget, dear.energy > cheap.energy else { return outcome(cheap) }
    let part = (budget - cheap.energy) / (dear.energy - cheap.energy)
    var mix = cheap
    mix.energy = budget
    mix.error = cheap.error + (dear.error - cheap.error) * part
    return outcome(mix)
  }

  private func outcome(_ solution: Solution) -> Outcome {
    Outcome(
      milliampereHours: solution.energy / 3_600, meanErrorMeters: solution.error / skySeconds, looks: solution.looks)
  }

  private struct Solution {
    var error: Double
    /// Milliampere-seconds.
    var energy: Double
    var looks: Int
  }

  /// The cost of a first look at a node: errors before it, and a cold start.
  private func startCosts() -> [(error: Double, energy: Double)?] {
    var costs = [(error: Double, energy: Double)?](repeating: nil, count: nodes.count)
    // Whoever has not looked for an hour will hardly gain by waiting longer.
    for index in nodes.indices where nodes[index].isLookable && index < 400 {
      let seconds = nodes[index].seconds
      let search = energy.coldSeconds * Self.luckyColdStart
      guard seconds >= search else { continue }
      costs[index] = (
        error(standingAt: index, over: 0..<index),
        energy.acquiringMilliamperes * search + energy.asleepMilliamperes * (seconds - search)
      )
    }
    if !costs.contains(where: { $0 != nil }), let index = nodes.indices.last(where: { nodes[$0].isLookable }) {
      costs[index] = (
        error(standingAt: index, over: 0..<index),
        energy.acquiringMilliamperes * energy.coldSeconds * Self.luckyColdStart
      )
    }
    return costs
  }

  /// The cost of no look after a node; only near the end, or after the last motion, is that ever right.
  private func endCosts() -> [(error: Double, energy: Double)?] {
    nodes.indices.map { index in
      guard nodes[index].isLookable, index >= nodes.count - 400 else { return nil }
      return (
        error(standingAt: index, over: index..<segments.count),
        energy.asleepMilliamperes * (duration - nodes[index].seconds)
      )
    }
  }

  /// The way with the least error plus price times energy.
  private func solve(
    price: Double, _ starts: [(error: Double, energy: Double)?], _ ends: [(error: Double, energy: Double)?]
  ) -> Solution? {
    var best = [Double](repeating: .infinity, count: nodes.count)
    var solutions = [Solution](repeating: Solution(error: 0, energy: 0, looks: 0), count: nodes.count)
    for end in nodes.indices {
      if let start = starts[end] {
        best[end] = start.error + price * start.energy
        solutions[end] = Solution(error: start.error, energy: start.energy, looks: 1)
      }
      for index in firstEdge[end]..<firstEdge[end + 1] {
        let edge = edges[index]
        let cost = best[Int(edge.from)] + Double(edge.error) + price * Double(edge.milliampereSeconds)
        if cost < best[end] {
          best[end] = cost
          let before = solutions[Int(edge.from)]
          solutions[end] = Solution(
            error: before.error + Double(edge.error), energy: before.energy + Double(edge.milliampereSeconds),
            looks: before.looks + 1)
        }
      }
    }
    var result: (cost: Double, solution: Solution)?
    for index in nodes.indices {
      guard let end = ends[index], best[index].isFinite else { continue }
      let cost = best[index] + end.error + price * end.energy
      guard cost < result?.cost ?? .infinity else { continue }
      var solution = solutions[index]
      solution.error += end.error
      solution.energy += end.energy
      result = (cost, solution)
    }
    return result?.solution
  }
}
