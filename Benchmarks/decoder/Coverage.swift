import GNSS
import Geodesy
import Glibc

/// How often the stated radius holds the truth, where the truth is known to be spread as GST says.
///
/// GST states the standard deviations of the receiver's own solution. For each epoch with one, the probability that an
/// error of that spread stays inside of a radius is computed, for the radius made of GST itself and for the one that
/// would have been made of the dilution alone.
struct Coverage {
  private struct Class: Hashable {
    var source: String
    var quality: String
  }

  private var sums: [Class: (probability: Double, epochs: Int)] = [:]

  /// Adds what a log says.
  mutating func add(_ bytes: [UInt8]) {
    var decoder = ReceiverDecoder(options: .init(isLive: false))
    var ratios: [(quality: Fix.Quality, hdop: Double, drms: Double, ownRadius: Double)] = []
    let note = { (epoch: Epoch) in
      let fix = epoch.fix
      guard fix.accuracySource == .gst, let radius = fix.horizontalAccuracyMeters, let hdop = fix.dilution.horizontal,
        let quality = fix.quality
      else { return }
      ratios.append((quality, hdop, radius / 1.07, radius))
    }
    decoder.receive(bytes, at: .zero, emit: note)
    decoder.finish(emit: note)
    for ratio in ratios {
      let deviation = ratio.drms / 2.0.squareRoot()
      add("gst", ratio.quality, Self.probability(deviation, deviation, within: ratio.ownRadius))
      if let radius = Fix.typicalRadiusMeters(hdop: ratio.hdop, quality: ratio.quality) {
        add("dilution", ratio.quality, Self.probability(deviation, deviation, within: radius))
      }
    }
  }

  private mutating func add(_ source: String, _ quality: Fix.Quality, _ probability: Double) {
    var sum = sums[Class(source: source, quality: "\(quality)")] ?? (0, 0)
    sum.probability += probability
    sum.epochs += 1
    sums[Class(source: source, quality: "\(quality)")] = sum
  }

  /// Prints the table.
  func print() {
    Swift.print("source     quality        epochs  inside")
    for (kind, sum) in sums.sorted(by: { ($0.key.source, $0.key.quality) < ($1.key.source, $1.key.quality) }) {
      let percent = Int((sum.probability / Double(sum.epochs) * 1_000).rounded())
      Swift.print(
        pad(kind.source, 10), pad(kind.quality, 14), pad("\(sum.epochs)", 7), "\(percent / 10).\(percent % 10) %")
    }
    Swift.print("")
    Swift.print("a radius of 1.07 DRMS holds, by the ratio of the axes of the error ellipse:")
    for tenths in [10, 7, 5, 3, 1] {
      let minor = Double(tenths) / 10
      let percent = Self.probability(1, minor, within: 1.07 * (1 + minor * minor).squareRoot()) * 100
      Swift.print("  \(minor): \((percent * 10).rounded() / 10) %")
    }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The probability that a Gaussian error with these deviations along its axes stays within a radius: the integral over
  /// the directions of the Rayleigh distribution in each.
  static func probability(_ major: Double, _ minor: Double, within radius: Double) -> Double {
    let steps = 720
    var sum = 0.0
    for step in 0..<steps {
      let angle = 2 * Double.pi * (Double(step) + 0.5) / Double(steps)
      let weight = pow(cos(angle) / major, 2) + pow(sin(angle) / minor, 2)
      sum += (1 - exp(-radius * radius * weight / 2)) / (weight * major * minor)
    }
    return sum / Double(steps)
  }
}
