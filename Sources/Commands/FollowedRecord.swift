import Board
import Clocks
import Text
import TrackFiles

/// A record as the daemon tells it to followers, in the JSON of `docs/exports.md`.
struct FollowedRecord {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// Its number.
  var sequence: UInt64 { number("seq").flatMap { UInt64(exactly: $0) } ?? 0 }
  /// Its type.
  var type: String { text("type") ?? "" }
  /// Whether it only says that a press was what it seemed.
  var isShortPress: Bool { type == "gesture" && text("reason") == "tag" }
  /// Its time, if known.
  var time: UnixTime? { text("time").flatMap { UnixTime(iso: $0) } }

  /// One line for people, in the columns of `waymark log`.
  func text(_ times: TimeArgument, columns: Int) -> String {
    var words = [moment(times), type + String(repeating: " ", count: max(0, 9 - type.count))]
    if let latitude = number("lat"), let longitude = number("lon") { words.append(Self.place(latitude, longitude)) }
    if let tag = number("tag") { words.append("tag \(Int(tag))") }
    if type == "heading" {
      if let fix = number("fix") { words.append("fix \(Int(fix))") }
      words.append(HeadingText(members).sentence)
    }
    if let trip = number("trip") { words.append("\(Int(trip))") }
    for key in ["logger_mode", "method", "reason", "text"] {
      if let value = text(key) { words.append(key == "text" ? value : Self.words(value)) }
    }
    return words.joined(separator: "  ").printable.cut(to: columns)
  }

  private func moment(_ times: TimeArgument) -> String {
    guard let time else { return "boot +\(number("at_s") ?? 0) s" }
    let seconds = UnixTime(milliseconds: time.milliseconds / 1_000 * 1_000)
    let offset = times.offset(at: time)
    let shown = (seconds + .seconds(offset)).description.replacing("T", with: " ")
    guard offset != 0 else { return shown }
    let minutes = abs(offset) / 60
    let zone = "\(offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
    return shown.replacing("Z", with: zone)
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> String {
    var writer = ByteWriter(capacity: 32)
    writer.put(abs(latitude), decimals: 6)
    writer.put(latitude < 0 ? " S " : " N ")
    writer.put(abs(longitude), decimals: 6)
    writer.put(longitude < 0 ? " W" : " E")
    return writer.string
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func words(_ label: String) -> String { String(label.map { $0 == "_" ? " " : $0 }) }

  private func text(_ name: String) -> String? {
    if case .text(let text)? = members[name] { text } else { nil }
  }

  private func number(_ name: String) -> Double? {
    if case .number(let number)? = members[name] { number } else { nil }
  }
}
