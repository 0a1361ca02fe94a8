import LocationServices
import Records

extension Moment {
  /// The moment that a record tells of.
  init(_ record: Record) { self.init(boot: record.boot, at: record.at, utc: record.utc) }
}
