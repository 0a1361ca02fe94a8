import Text

/// Satellites in view, up to four in a sentence.
///
/// `sentences, number, total, 4 x (id, elevation, azimuth, C/N0), signal id (4.11, hexadecimal)`
struct GSV: SentenceBody {
  static let attachment = Attachment.apart

  var count: Int?
  var number: Int?
  var total: Int?
  var satellites: InlineArray<4, StatedSatellite>
  var satelliteCount = 0
  var signal: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    count = fields.nextInt(in: 1...99)
    number = fields.nextInt(in: 1...99)
    total = fields.nextInt(in: 0...999)
    satellites = .init(repeating: StatedSatellite())
    for _ in 0..<4 {
      let start = fields.position
      let id = fields.nextInt(in: 1...9_999)
      if fields.isAtEnd {
        // A field that stands alone behind the last satellite is the signal id.
        fields.position = start
        break
      }
      var satellite = StatedSatellite()
      if let elevation = fields.nextInt(in: -90...90) { satellite.elevationDegrees = Int8(elevation) }
      if let azimuth = fields.nextInt(in: 0...360) { satellite.azimuthDegrees = Int16(azimuth) }
      if let tenths = fields.nextTenths(in: 0...990) { satellite.signalToNoiseTenths = Int16(tenths) }
      guard let id else { continue }
      satellite.id = Int16(id)
      satellites[satelliteCount] = satellite
      satelliteCount += 1
    }
    signal = fields.nextHexadecimal()
  }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    receiver.sky.take(self, from: header.talker)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("count", count)
    json.member("number", number)
    json.member("total", total)
    json.member("sats") { json in
      for index in 0..<satelliteCount {
        if index > 0 { json.put(",") }
        let satellite = satellites[index].satellite(talker: header.talker, signal: 0)
        json.put("[")
        json.put(satellite.id)
        json.put(",")
        json.put(orNull: satellite.elevationDegrees)
        json.put(",")
        json.put(orNull: satellite.azimuthDegrees)
        json.put(",")
        json.put(orNull: satellite.signalToNoise)
        json.put("]")
      }
    }
    json.member("signal", signal)
    let first = satelliteCount > 0 ? satellites[0].satellite(talker: header.talker, signal: 0).system : nil
    json.member(system: first ?? header.talker.system)
  }
}

extension FieldCursor {
  /// A number in tenths, rounded down, from a range; outside it, it is unknown.
  fileprivate mutating func nextTenths(in range: ClosedRange<Int>) -> Int? {
    guard let value = nextDecimal(), value.digits >= 0 else { return nil }
    var tenths = value.digits
    switch value.decimals {
    case 0: tenths = min(tenths, 10_000) * 10
    case 1: break
    default: for _ in 1..<value.decimals { tenths /= 10 }
    }
    return range.contains(Int(tenths)) ? Int(tenths) : nil
  }
}

extension ByteWriter {
  fileprivate mutating func put(orNull value: Int?) {
    if let value { put(value) } else { put("null") }
  }

  fileprivate mutating func put(orNull value: Double?) {
    if let value { put(trimmed: value, decimals: 1) } else { put("null") }
  }
}
