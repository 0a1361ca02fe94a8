import CTOML

/// The keys and values of a TOML text, with their places.
struct TOMLDocument {
  /// A place in the text; both count from 1, the column in characters.
  struct Place: Comparable {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    init(_ place: ctoml_place) { self.init(line: max(1, Int(place.line)), column: max(1, Int(place.column))) }

    static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }

  /// What stands at a key.
  enum Value: Equatable {
    case table, array, time
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
  }

  /// One key with its value.
  struct Entry {
    /// How many tables lie around it.
    var depth: Int
    var key: String
    var keyPlace: Place
    var value: Value
    var valuePlace: Place
  }

  /// What stops the text from being TOML.
  struct SyntaxError: Error {
    var message: String
    var place: Place
  }

  /// The sections and their keys: tables come before what they hold. What lies deeper than that is left out, because no
  /// setting does.
  private(set) var entries: [Entry] = []

  /// Parses a text.
  ///
  /// - Throws: the first thing that is not TOML.
  init(_ text: [UInt8]) throws(SyntaxError) {
    var collector = Collector()
    let isTOML = text.withUnsafeBytes { bytes in
      withUnsafeMutablePointer(to: &collector) { collector in
        ctoml_parse(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, collector,
          { context, entry in
            guard let entry = entry?.pointee, entry.depth < 2 else { return }
            context?.assumingMemoryBound(to: Collector.self).pointee.entries.append(Entry(entry))
          },
          { context, message, place in
            context?.assumingMemoryBound(to: Collector.self).pointee.error = SyntaxError(
              message: String(message), place: Place(place))
          })
      }
    }
    guard isTOML else { throw collector.error }
    entries = collector.entries
  }

  private struct Collector {
    var entries: [Entry] = []
    var error = SyntaxError(message: "not TOML", place: Place(line: 1, column: 1))
  }
}

extension TOMLDocument.Entry {
  fileprivate init(_ entry: ctoml_entry) {
    let value: TOMLDocument.Value =
      switch entry.kind {
      case ctoml_kind_table: .table
      case ctoml_kind_array: .array
      case ctoml_kind_text: .text(String(entry.text))
      case ctoml_kind_integer: .integer(entry.integer)
      case ctoml_kind_number: .number(entry.number)
      case ctoml_kind_flag: .flag(entry.flag)
      default: .time
      }
    self.init(
      depth: entry.depth, key: String(entry.key), keyPlace: .init(entry.key_place), value: value,
      valuePlace: .init(entry.value_place))
  }
}

extension String {
  fileprivate init(_ text: ctoml_text) {
    self = String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
  }
}
