import Text

/// Satellites used, and dilutions of precision.
///
/// `M/A, fix 1 to 3, 12 ids, PDOP, HDOP, VDOP, system id (4.11)`; one for each system, whose lists add up.
struct GSA: SentenceBody {
  static let attachment = Attachment.untimed

  var dimension: Int?
  var ids: InlineArray<12, Int16> = .init(repeating: 0)
  var idCount = 0
  var dilution = Fix.Dilution()
  var system: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    fields.skip()
    dimension = fields.nextInt(in: 1...3)
    for _ in 0..<12 {
      guard let id = fields.nextInt(in: 1...9_999) else { continue }
      ids[idCount] = Int16(id)
      idCount += 1
    }
    dilution = Fix.Dilution(position: fields.nextDilution())
    dilution.horizontal = fields.nextDilution()
    dilution.vertical = fields.nextDilution()
    system = fields.nextHexadecimal()
  }

  func contradicts(_ draft: EpochDraft) -> Bool {
    guard draft.isDilutionTimed, let stated = draft.dilution.horizontal, let own = dilution.horizontal else {
      return false
    }
    return abs(stated - own) > 0.06
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    if let dimension { draft.dimension = max(dimension, draft.dimension ?? 0) }
    draft.claim(dilution: dilution, isTimed: false)
    var counts = SatelliteCounts()
    for index in 0..<idCount {
      guard let system = SatelliteSystem(id: Int(ids[index]), talker: header.talker, stated: system) else { continue }
      counts[system] += 1
    }
    // The sentence of a system replaces one that slipped in from the epoch before.
    for system in SatelliteSystem.allCases where counts[system] > 0 { draft.listed[system] = counts[system] }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("fix", dimension)
    json.member("ids") { json in
      for index in 0..<idCount {
        if index > 0 { json.put(",") }
        json.put(Int(ids[index]))
      }
    }
    json.member("pdop", dilution.position, decimals: 2)
    json.member("hdop", dilution.horizontal, decimals: 2)
    json.member("vdop", dilution.vertical, decimals: 2)
    json.member("system", system)
    let first = idCount > 0 ? SatelliteSystem(id: Int(ids[0]), talker: header.talker, stated: system) : nil
    let stated = system.flatMap { SatelliteSystem(rawValue: UInt8(clamping: $0)) }
    json.member(system: stated ?? first ?? header.talker.system)
  }
}
