import Geodesy
import Glibc

// magnetic-benchmark COUNT [MODEL.COF]   evaluates a model COUNT times and prints the time and a sum of the results
let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), count > 0, let model = load(arguments.dropFirst().first) else {
  print("usage: magnetic-benchmark COUNT [MODEL.COF]")
  exit(64)
}
print(model.name, terminator: " ")

/// Places all over the Earth, made before the clock starts; the other side makes the same ones.
let places = (0..<1024).compactMap { index in
  Coordinate(
    latitudeDegrees: Double(index * 733 % 1024) / 1024 * 178 - 89,
    longitudeDegrees: Double(index * 389 % 1024) / 1024 * 360 - 180)
}

var sum = SIMD4<Double>.zero
let start = processorSeconds()
for index in 0..<count {
  // Each evaluation is another place, height and time, so that nothing of the last one can be used again.
  guard
    let field = model.field(
      at: places[index & 1023], heightMeters: Double(index & 4095), year: 2025 + Double(index & 511) / 128)
  else { continue }
  sum += SIMD4(field.northNanotesla, field.eastNanotesla, field.downNanotesla, field.northNanoteslaPerYear)
  sum.x += field.eastNanoteslaPerYear + field.downNanoteslaPerYear
}
let seconds = processorSeconds() - start
print(seconds / Double(count) * 1e9, (sum.x + sum.y + sum.z + sum.w) / Double(count))

func load(_ path: String?) -> MagneticModel? {
  do throws(MagneticModelError) {
    guard let path else { return try .builtIn() }
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return try MagneticModel(coefficients: bytes)
  } catch {
    print("\(path ?? ""):\(error.line): \(error)")
    return nil
  }
}

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
