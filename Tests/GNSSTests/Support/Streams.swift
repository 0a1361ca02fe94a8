import Clocks
import Text

@testable import GNSS

/// A sentence with its checksum and CR LF, from what stands between `$` and the star.
func sentence(_ content: String) -> String {
  var writer = ByteWriter()
  NMEAEncoder.put(content: content, to: &writer)
  return writer.string
}

/// Several sentences after each other.
func sentences(_ contents: String...) -> String { contents.map(sentence).joined() }

/// All epochs of a stream that comes in one read.
func epochs(_ text: String, _ options: ReceiverDecoder.Options = replay) -> [Epoch] {
  epochs(Array(text.utf8), options)
}

/// All epochs of a stream that comes in one read.
func epochs(_ bytes: [UInt8], _ options: ReceiverDecoder.Options = replay) -> [Epoch] {
  var decoder = ReceiverDecoder(options: options)
  var epochs: [Epoch] = []
  decoder.receive(bytes, at: .zero) { epochs.append($0) }
  decoder.finish { epochs.append($0) }
  return epochs
}

/// The fixes of a stream.
func fixes(_ text: String, _ options: ReceiverDecoder.Options = replay) -> [Fix] {
  epochs(text, options).map(\.fix).filter(\.isPositioned)
}

/// The lines of `--sentences` for a stream.
func described(_ bytes: [UInt8]) -> [String] {
  var reader = SentenceReader()
  var json = ByteWriter()
  reader.receive(bytes, to: &json)
  reader.finish(to: &json)
  return json.string.split(separator: "\n").map(String.init)
}

/// The lines of `--sentences` for a text.
func described(_ text: String) -> [String] { described(Array(text.utf8)) }

/// A log that keeps its dates.
let replay = ReceiverDecoder.Options(isLive: false)

/// A receiver at work beside a trusted clock.
func live(_ reference: String) -> ReceiverDecoder.Options {
  ReceiverDecoder.Options(referenceDate: UnixTime(iso: reference), isLive: true)
}

extension Fix {
  /// The time as ISO 8601.
  var iso: String? { time?.time.description }
}

/// Bytes that live as long as the process, for what only borrows them.
func kept(_ text: String) -> UnsafeBufferPointer<UInt8> {
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
  _ = copy.initialize(from: text.utf8)
  return UnsafeBufferPointer(copy)
}

/// A cursor at the beginning of a text.
func cursor(_ text: String) -> FieldCursor {
  let bytes = kept(text)
  return FieldCursor(bytes, from: 0, to: bytes.count)
}
