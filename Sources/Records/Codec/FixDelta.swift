/// Turns fixes into differences to the fix before in the same frame, and back.
///
/// The encoder and the decoder each keep one and feed it the same fixes. All sums wrap around, so that any two values
/// have a difference and nothing traps on damaged input.
struct FixDelta {
  private enum Part {
    static let shape: UInt8 = 1 << 0
    static let position: UInt8 = 1 << 1
    static let altMSL: UInt8 = 1 << 2
    static let altHAE: UInt8 = 1 << 3
    static let speed: UInt8 = 1 << 4
    static let track: UInt8 = 1 << 5
    static let slow: UInt8 = 1 << 6
  }

  private var before = FixNumbers()
  private var latitudeStep: Int64 = 0
  private var longitudeStep: Int64 = 0
  private var hasPosition = false

  /// Appends a fix.
  ///
  /// - Parameter utc: the record's time, milliseconds since 1970, or 0.
  mutating func encode(_ fix: FixNumbers, utc: Int64, to bytes: inout [UInt8]) {
    var parts: UInt8 = 0
    let shape = fix.shape
    if shape != before.shape { parts |= Part.shape }
    let latitude = fix.latitude &- (before.latitude &+ latitudeStep)
    let longitude = fix.longitude &- (before.longitude &+ longitudeStep)
    if shape.has(FixShape.coordinateBit), latitude != 0 || longitude != 0 { parts |= Part.position }
    if shape.has(FixShape.altMSLBit), fix.altMSL != before.altMSL { parts |= Part.altMSL }
    let altHAE = fix.altHAE &- predictedHAE(of: fix)
    if shape.has(FixShape.altHAEBit), altHAE != 0 { parts |= Part.altHAE }
    if shape.has(FixShape.speedBit), fix.speed != before.speed { parts |= Part.speed }
    if shape.has(FixShape.trackBit), fix.track != before.track { parts |= Part.track }
    var slow: UInt8 = 0
    for index in 0..<8 where shape.has(FixShape.slowBits << UInt32(index)) && fix.slow[index] != before.slow[index] {
      slow |= 1 << UInt8(index)
    }
    if slow != 0 { parts |= Part.slow }

    bytes.append(parts)
    if parts & Part.shape != 0 { bytes.append(varint: UInt64(shape.bits)) }
    if parts & Part.slow != 0 {
      bytes.append(slow)
      for index in 0..<8 where slow & 1 << UInt8(index) != 0 {
        bytes.append(zigzag: fix.slow[index] &- before.slow[index])
      }
    }
    if parts & Part.position != 0 {
      bytes.append(zigzag: latitude)
      bytes.append(zigzag: longitude)
    }
    if parts & Part.altMSL != 0 { bytes.append(zigzag: fix.altMSL &- before.altMSL) }
    if parts & Part.altHAE != 0 { bytes.append(zigzag: altHAE) }
    if parts & Part.speed != 0 { bytes.append(zigzag: fix.speed &- before.speed) }
    if parts & Part.track != 0 { bytes.append(zigzag: Self.shortWay(fix.track &- before.track)) }
    if shape.timeForm == .own {
      bytes.append(zigzag: fix.ownTime &- utc)
      bytes.append(fix.ownTimeQuality)
    }
    remember(fix)
  }

  /// Reads a fix.
  mutating func decode(_ source: inout ByteSource, utc: Int64) -> FixNumbers {
    var fix = before
    let parts = source.byte()
    if parts & Part.shape != 0 { fix.shape.bits = UInt32(truncatingIfNeeded: source.varint()) }
    if parts & Part.slow != 0 {
      let slow = source.byte()
      for index in 0..<8 where slow & 1 << UInt8(index) != 0 { fix.slow[index] &+= source.zigzag() }
    }
    if fix.shape.has(FixShape.coordinateBit) {
      fix.latitude &+= latitudeStep
      fix.longitude &+= longitudeStep
      if parts & Part.position != 0 {
        fix.latitude &+= source.zigzag()
        fix.longitude &+= source.zigzag()
      }
    }
    if parts & Part.altMSL != 0 { fix.altMSL &+= source.zigzag() }
    if fix.shape.has(FixShape.altHAEBit) {
      fix.altHAE = predictedHAE(of: fix)
      if parts & Part.altHAE != 0 { fix.altHAE &+= source.zigzag() }
    }
    if parts & Part.speed != 0 { fix.speed &+= source.zigzag() }
    if parts & Part.track != 0 { fix.track = Direction.wrapped(fix.track &+ source.zigzag()) }
    if fix.shape.timeForm == .own {
      fix.ownTime = utc &+ source.zigzag()
      fix.ownTimeQuality = source.byte()
    }
    remember(fix)
    return fix
  }

  /// HAE = MSL + separation, so that it costs nothing where a receiver states all three.
  private func predictedHAE(of fix: FixNumbers) -> Int64 {
    guard fix.shape.has(FixShape.altMSLBit) else { return before.altHAE }
    if fix.shape.has(FixShape.slowBits) { return fix.altMSL &+ fix.slow[0] }
    return before.altHAE &+ (fix.altMSL &- before.altMSL)
  }

  private static func shortWay(_ turn: Int64) -> Int64 {
    let half = Direction.stepsPerCircle / 2
    return turn > half ? turn - 2 * half : turn < -half ? turn + 2 * half : turn
  }

  /// Keeps the fix; of what it does not have, the last that was known stays.
  private mutating func remember(_ fix: FixNumbers) {
    let shape = fix.shape
    if shape.has(FixShape.coordinateBit) {
      latitudeStep = hasPosition ? fix.latitude &- before.latitude : 0
      longitudeStep = hasPosition ? fix.longitude &- before.longitude : 0
      hasPosition = true
      before.latitude = fix.latitude
      before.longitude = fix.longitude
    }
    if shape.has(FixShape.altMSLBit) { before.altMSL = fix.altMSL }
    if shape.has(FixShape.altHAEBit) { before.altHAE = fix.altHAE }
    if shape.has(FixShape.speedBit) { before.speed = fix.speed }
    if shape.has(FixShape.trackBit) { before.track = fix.track }
    for index in 0..<8 where shape.has(FixShape.slowBits << UInt32(index)) { before.slow[index] = fix.slow[index] }
    before.shape = shape
  }
}
