import Clocks
import Geodesy

/// The kinds of records, as the journal numbers them. 0 and 31 are never used.
enum Kind: UInt8 {
  case start = 1
  case stop = 2
  case trip = 3
  case fix = 4
  case tag = 5
  case located = 6
  case gap = 7
  case clock = 8
  case checkpoint = 9
  case gesture = 10
  case mode = 11
  case heading = 12

  /// The bits of a record's first byte that hold it.
  static let mask: UInt8 = 0x1F
}

/// The bodies of all records but fixes. Each stands behind its length, so that a reader can step over what it does not
/// know, and ignores what a later version has added at its end.
extension Body {
  var kind: Kind {
    switch self {
    case .start: .start
    case .stop: .stop
    case .trip: .trip
    case .fix: .fix
    case .tag: .tag
    case .located: .located
    case .gap: .gap
    case .clock: .clock
    case .checkpoint: .checkpoint
    case .gesture: .gesture
    case .mode: .mode
    case .heading: .heading
    }
  }

  func encode(to bytes: inout [UInt8]) {
    switch self {
    case .fix: break
    case .start(let start):
      bytes.append(start.reason.rawValue)
      bytes.append(text: start.version)
    case .stop(let reason):
      bytes.append(reason.rawValue)
    case .trip(let trip):
      bytes.append(varint: UInt64(trip.number))
      bytes.append(trip.reason.rawValue)
    case .tag(let tag):
      tag.encode(to: &bytes)
    case .located(let location):
      location.encode(to: &bytes)
    case .gap(let gap):
      bytes.append(gap.reason.rawValue)
      bytes.append(presence: [gap.sinceLastFixSeconds != nil])
      if let seconds = gap.sinceLastFixSeconds { bytes.append(double: seconds) }
    case .clock(let reading):
      bytes.append(presence: [reading.stepMilliseconds != nil])
      if let step = reading.stepMilliseconds { bytes.append(zigzag: step) }
    case .checkpoint(let checkpoint):
      checkpoint.encode(to: &bytes)
    case .gesture(let gesture):
      bytes.append(varint: gesture.press.value)
      bytes.append(gesture.kind.rawValue)
    case .mode(let change):
      bytes.append(change.mode.rawValue)
      bytes.append(change.reason.rawValue)
      if let seconds = change.holdsSeconds { bytes.append(varint: UInt64(seconds)) }
    case .heading(let heading):
      heading.encode(to: &bytes)
    }
  }

  /// Reads a body.
  ///
  /// - Returns: nil if it has an enumeration's case that this version does not know.
  init?(_ kind: Kind, from source: inout ByteSource) {
    switch kind {
    case .fix: return nil
    case .start:
      guard let reason = Start.Reason(rawValue: source.byte()) else { return nil }
      self = .start(Start(reason: reason, version: source.text()))
    case .stop:
      guard let reason = StopReason(rawValue: source.byte()) else { return nil }
      self = .stop(reason)
    case .trip:
      let number = source.varint()
      guard let reason = Trip.Reason(rawValue: source.byte()) else { return nil }
      self = .trip(Trip(number: UInt32(clamping: number), reason: reason))
    case .tag:
      guard let tag = Tag(from: &source) else { return nil }
      self = .tag(tag)
    case .located:
      guard let location = TagLocation(from: &source) else { return nil }
      self = .located(location)
    case .gap:
      guard let reason = Gap.Reason(rawValue: source.byte()) else { return nil }
      self = .gap(Gap(reason: reason, sinceLastFixSeconds: source.byte() & 1 != 0 ? source.double() : nil))
    case .clock:
      self = .clock(ClockReading(stepMilliseconds: source.byte() & 1 != 0 ? source.zigzag() : nil))
    case .checkpoint:
      guard let checkpoint = Checkpoint(from: &source) else { return nil }
      self = .checkpoint(checkpoint)
    case .gesture:
      let press = SequenceNumber(source.varint())
      guard let kind = Gesture.Kind(rawValue: source.byte()) else { return nil }
      self = .gesture(Gesture(press: press, kind: kind))
    case .mode:
      guard let mode = Mode(rawValue: source.byte()), let reason = ModeChange.Reason(rawValue: source.byte()) else {
        return nil
      }
      // What was chosen for good ends here.
      let holds = source.isAtEnd ? nil : UInt32(clamping: source.varint())
      self = .mode(ModeChange(mode: mode, reason: reason, holdsSeconds: holds))
    case .heading: self = .heading(HeadingRecord(from: &source))
    }
  }
}

extension [UInt8] {
  /// One byte, bit 0 for the first.
  mutating func append(presence parts: [Bool]) {
    var byte: UInt8 = 0
    for (index, isPresent) in parts.enumerated() where isPresent { byte |= 1 << UInt8(index) }
    append(byte)
  }
}

extension Tag {
  func encode(to bytes: inout [UInt8]) {
    bytes.append(source.rawValue)
    bytes.append(presence: [text != nil])
    if let text { bytes.append(text: text.cut(toBytes: Self.maximumTextBytes)) }
  }

  init?(from source: inout ByteSource) {
    guard let origin = Source(rawValue: source.byte()) else { return nil }
    self.init(source: origin, text: source.byte() & 1 != 0 ? source.text() : nil)
  }
}

extension String {
  /// The longest beginning of whole scalars that fits.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var result = ""
    var room = limit
    for scalar in unicodeScalars {
      room -= UTF8.width(scalar)
      if room < 0 { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension HeadingRecord {
  func encode(to bytes: inout [UInt8]) {
    bytes.append(varint: tag.value)
    let numbers = [magneticDegrees, trueDegrees, accuracyDegrees, pitchDegrees, rollDegrees]
    bytes.append(presence: numbers.map { $0 != nil })
    for number in numbers { if let number { bytes.append(double: number) } }
  }

  init(from source: inout ByteSource) {
    let tag = SequenceNumber(source.varint())
    let presence = source.byte()
    self.init(
      tag: tag, magneticDegrees: presence & 1 != 0 ? source.double() : nil,
      trueDegrees: presence & 2 != 0 ? source.double() : nil,
      accuracyDegrees: presence & 4 != 0 ? source.double() : nil,
      pitchDegrees: presence & 8 != 0 ? source.double() : nil, rollDegrees: presence & 16 != 0 ? source.double() : nil)
  }
}

extension TagLocation {
  func encode(to bytes: inout [UInt8]) {
    bytes.append(varint: tag.value)
    bytes.append(zigzag: coordinate.latitudeNanodegrees)
    bytes.append(zigzag: coordinate.longitudeNanodegrees)
    bytes.append(method.rawValue)
    let numbers = [altMSLMeters, ageSeconds, horizontalAccuracyMeters]
    bytes.append(presence: numbers.map { $0 != nil })
    for number in numbers { if let number { bytes.append(double: number) } }
  }

  init?(from source: inout ByteSource) {
    let tag = SequenceNumber(source.varint())
    let latitude = source.zigzag()
    let longitude = source.zigzag()
    guard let coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude),
      let method = Method(rawValue: source.byte())
    else { return nil }
    let presence = source.byte()
    self.init(
      tag: tag, coordinate: coordinate, altMSLMeters: presence & 1 != 0 ? source.double() : nil, method: method,
      ageSeconds: presence & 2 != 0 ? source.double() : nil,
      horizontalAccuracyMeters: presence & 4 != 0 ? source.double() : nil)
  }
}
