// Random bytes for the readers of the journal: frames, then records. libFuzzer calls the function below; the script
// beside this file builds it. It finds something if it traps, hangs, or says what cannot be.

import Journal
import Records
import Simulation

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJournal(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = bytes.first else { return 0 }
  let input = Array(bytes.dropFirst())
  if mode & 1 == 0 { fuzzRecords(input, count: Int(mode)) } else { fuzzFrames(input, splitAt: Int(mode) * 4) }
  return 0
}

/// The input is a payload. Whatever is read from it can be written and read again as it is.
private func fuzzRecords(_ input: [UInt8], count: Int) {
  let contents = FrameDecoder.contents(of: input, firstSequence: 1, count: count)
  var encoder = FrameEncoder()
  for record in contents.records {
    if encoder.append(record) { continue }
    checkRoundTrip(&encoder, contents.records)
    encoder.append(record)
  }
  checkRoundTrip(&encoder, contents.records)
}

private func checkRoundTrip(_ encoder: inout FrameEncoder, _ records: [Record]) {
  let frame = encoder.finish()
  let back = FrameDecoder.contents(of: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
  precondition(back.fault == nil && back.records.count == frame.count, "written, and not to be read")
  let again = FrameDecoder.contents(of: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
  precondition(again.records.count == back.records.count, "read twice, and not the same")
}

/// The input is two segments. A writer goes on behind whatever is in them.
private func fuzzFrames(_ input: [UInt8], splitAt: Int) {
  let flash = FaultyFlash(segments: [1: Array(input.prefix(splitAt)), 2: Array(input.dropFirst(splitAt))])
  do {
    var last: UInt64 = 0
    _ = try Verification(of: flash) { frame in
      precondition(frame.firstSequence > last, "numbers that do not ascend")
      last = frame.lastSequence
    }
    var writer = try JournalWriter(store: flash, segmentSize: 512)
    guard last < .max - 1 else { return }
    let frame = Frame(firstSequence: max(last, writer.lastSequence) + 1, count: 1, payload: [1, 2, 3])
    try writer.append([frame])
    var reader = try JournalReader(store: flash, lastSegments: 1)
    var found: Frame?
    while let next = try reader.next() { found = next }
    precondition(found == frame, "an appended frame cannot be read")
  } catch {
    // A frame of a later format stops everything, and rightly so.
  }
}
