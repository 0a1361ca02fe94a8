/// Which column of a CSV holds what, by the names in its header.
struct CSVColumns: Sendable {
  /// What a column can hold.
  enum Meaning: Hashable, Sendable {
    case time, date, latitude, longitude, altMSL, altHAE, geoidSeparation, speed, track, hdop, vdop, pdop, used, inView
    case mode, quality, accuracy, accuracySource, verticalAccuracy, reason, text, trip, sequence
  }

  private(set) var index: [Meaning: Int] = [:]
  /// Metres a second in one unit of the speed column.
  private(set) var speedUnit = 1.0
  /// The delimiter of the file.
  let delimiter: UInt8
  /// How many columns there are.
  let count: Int

  /// Whether this is our own CSV, whose texts carry the apostrophe of ``Text/ByteWriter/putCSV(text:)``.
  var isOwn: Bool { index[.reason] != nil && index[.sequence] != nil && index[.text] != nil }

  /// Reads a header line.
  ///
  /// - Returns: nil if there are no columns for latitude and longitude.
  init?(header: some Collection<UInt8>) {
    let line = header.starts(with: [0xEF, 0xBB, 0xBF]) ? header.dropFirst(3) : header[...]
    let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    let found = delimiters.max { left, right in line.count { $0 == left } < line.count { $0 == right } }
    let delimiter = found ?? delimiters[0]
    self.delimiter = delimiter
    let names = line.split(separator: delimiter, omittingEmptySubsequences: false)
    count = names.count
    for (position, name) in names.enumerated() {
      let word = Self.normalised(name)
      guard let meaning = Self.meanings[word], index[meaning] == nil else { continue }
      index[meaning] = position
      if meaning == .speed { speedUnit = Self.unit(of: word) }
    }
    guard index[.latitude] != nil, index[.longitude] != nil else { return nil }
  }

  /// Lower case, without quotes, and every run of other characters as one `_`: `Speed (km/h)` is `speed_km_h`.
  private static func normalised(_ name: some Collection<UInt8>) -> String {
    var word: [UInt8] = []
    for byte in name {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
      default: if let last = word.last, last != UInt8(ascii: "_") { word.append(UInt8(ascii: "_")) }
      }
    }
    while word.last == UInt8(ascii: "_") { word.removeLast() }
    return String(decoding: word, as: UTF8.self)
  }

  private static func unit(of word: String) -> Double {
    if word.hasSuffix("km_h") || word.hasSuffix("kmh") || word.hasSuffix("kph") { return 1 / 3.6 }
    if word.hasSuffix("kn") || word.hasSuffix("knots") || word.hasSuffix("kt") { return 1_852.0 / 3_600 }
    if word.hasSuffix("mph") { return 0.447_04 }
    return 1
  }

  private static let meanings: [String: Meaning] = {
    let words: [(Meaning, [String])] = [
      (.time, ["time", "timestamp", "datetime", "date_time", "utc", "time_utc", "utc_time"]),
      (.date, ["date", "utc_date"]),
      (.latitude, ["lat", "latitude", "lat_deg", "latitude_deg", "position_lat", "y"]),
      (.longitude, ["lon", "lng", "long", "longitude", "lon_deg", "longitude_deg", "position_long", "x"]),
      (
        .altMSL,
        [
          "ele", "ele_m", "alt", "alt_m", "altitude", "altitude_m", "elevation", "elevation_m", "altmsl", "ele_msl",
          "z",
        ]
      ),
      (.altHAE, ["hae", "althae", "alt_hae", "ele_hae"]),
      (.geoidSeparation, ["geoid_sep", "geoidsep", "geoidheight", "geoid"]),
      (
        .speed,
        [
          "speed", "speed_mps", "speed_m_s", "velocity", "speed_km_h", "speed_kmh", "speed_kph", "speed_kn",
          "speed_knots", "speed_kt", "speed_mph",
        ]
      ),
      (.track, ["course", "course_deg", "track", "heading", "bearing", "cog"]),
      (.hdop, ["hdop"]), (.vdop, ["vdop"]), (.pdop, ["pdop"]),
      (.used, ["sat", "sats", "satellites", "sat_used", "nsat"]), (.inView, ["in_view", "inview", "sat_view"]),
      (.mode, ["fix", "mode"]), (.quality, ["quality"]),
      (.accuracy, ["hacc", "accuracy", "accuracy_m", "horizontal_accuracy", "horizontalaccuracy"]),
      (.accuracySource, ["hacc_source", "accuracysource"]),
      (.verticalAccuracy, ["vacc", "vertical_accuracy", "verticalaccuracy"]),
      (.reason, ["reason"]), (.text, ["name", "tag", "text"]), (.trip, ["trip"]), (.sequence, ["seq"]),
    ]
    var table: [String: Meaning] = [:]
    for (meaning, names) in words {
      for name in names { table[name] = meaning }
    }
    return table
  }()
}
