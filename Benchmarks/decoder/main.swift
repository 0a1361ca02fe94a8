import GNSS
import Glibc
import Text

// decoder-benchmark make MEGABYTES   writes a log
// decoder-benchmark decode FILE      decodes it without printing and says how long that took
// decoder-benchmark accuracy FILE... prints how often the stated radius holds the truth
let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("make", let size?):
  var log = SyntheticLog()
  var writer = ByteWriter(capacity: 1 << 20)
  var left = (Int(size) ?? 1) * 1_000_000
  while left > 0 {
    log.putSecond(to: &writer)
    if writer.bytes.count > 1 << 19 { left -= writer.flush() }
  }
case ("decode", let path?):
  guard let file = fopen(path, "r") else { exit(66) }
  var decoder = ReceiverDecoder(options: .init(isLive: false))
  var buffer = [UInt8](repeating: 0, count: 65_536)
  var bytes = 0
  var fixes = 0
  let start = clock()
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { break }
    bytes += count
    decoder.receive(count == buffer.count ? buffer : Array(buffer[..<count]), at: .zero) {
      if $0.fix.isPositioned { fixes += 1 }
    }
  }
  decoder.finish { if $0.fix.isPositioned { fixes += 1 } }
  let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  let rate = Int(Double(bytes) / 1e6 / max(seconds, 1e-6))
  print("\(decoder.statistics.accepted) sentences, \(fixes) fixes, \(seconds) s, \(rate) MB/s")
case ("accuracy", .some):
  var coverage = Coverage()
  for path in arguments.dropFirst() {
    guard let bytes = contents(of: path) else { continue }
    coverage.add(bytes)
  }
  coverage.print()
default:
  print("usage: decoder-benchmark make MEGABYTES | decode FILE | accuracy FILE...")
  exit(64)
}

/// A whole file; nil if it cannot be read.
func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

extension ByteWriter {
  /// Writes all to standard output.
  ///
  /// - Returns: how many bytes it was.
  fileprivate mutating func flush() -> Int {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count <= 0 { exit(74) }
      start += count
    }
    defer { clear() }
    return bytes.count
  }
}
