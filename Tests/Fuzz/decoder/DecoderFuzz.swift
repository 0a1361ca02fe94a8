import Clocks
import GNSS
import Text

/// What libFuzzer calls with each input.
///
/// The first byte chooses how the rest is taken: as the bytes of a line, or as lines that get right checksums first, so
/// that the fields are reached and not only the framing. The second byte is the length of the reads. Beside crashes it
/// looks for what must hold for any input: the same epochs however the stream is cut, whole numbers for counts, no
/// position outside of the Earth.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  guard size > 2 else { return 0 }
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let isLive = input[0] & 2 != 0
  let options = ReceiverDecoder.Options(
    referenceDate: input[0] & 4 != 0 ? UnixTime(milliseconds: 1_764_500_400_000) : nil,
    assumedDate: input[0] & 8 != 0 ? CivilDate(year: 2024, month: 2, day: 28) : nil, isLive: isLive)
  let bytes = input[0] & 1 != 0 ? checked(input[2...]) : Array(input[2...])

  let whole = epochs(bytes, in: bytes.count, options)
  let parts = epochs(bytes, in: max(1, Int(input[1] & 63)), options)
  guard whole == parts else { fatalError("the way the stream is cut changes its epochs") }
  for epoch in whole {
    let fix = epoch.fix
    guard fix.isPositioned == (fix.coordinate != nil) else { fatalError("a position without a fix, or the reverse") }
    if let radius = fix.horizontalAccuracyMeters, !(radius >= 0.01) { fatalError("an accuracy of nothing") }
    if let track = fix.trackDegrees, !(0..<360).contains(track) { fatalError("a track off the compass") }
    if let speed = fix.speedMetersPerSecond, !(speed >= 0) { fatalError("a speed below nothing") }
  }

  var reader = SentenceReader()
  var json = ByteWriter()
  reader.receive(bytes, to: &json)
  reader.finish(to: &json)
  var backfill = DateBackfill()
  for epoch in whole { backfill.take(epoch) { $0.putJSON(to: &json) } }
  backfill.finish { $0.putJSON(to: &json) }
  return 0
}

private func epochs(_ bytes: [UInt8], in length: Int, _ options: ReceiverDecoder.Options) -> [Epoch] {
  var decoder = ReceiverDecoder(options: options)
  var all: [Epoch] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + length)
    decoder.receive(Array(bytes[start..<end]), at: .zero) { all.append($0) }
    start = end
  }
  decoder.finish { all.append($0) }
  _ = decoder.statistics
  _ = decoder.sky.satellites
  return all
}

/// Every line as a sentence with a right checksum.
private func checked(_ lines: ArraySlice<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in lines.split(separator: UInt8(ascii: "\n")) {
    var writer = ByteWriter()
    NMEAEncoder.put(content: String(decoding: line, as: UTF8.self), to: &writer)
    bytes += writer.bytes
  }
  return bytes
}
