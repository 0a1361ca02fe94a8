import Clocks
import Records
import Text
import TrackFiles

/// Keeps GPX and CSV in the user's folder in step with the journal: only what is durable is shown.
struct CardPictures {
  /// Why the folder could not be written; it is left alone from then on.
  private(set) var fault: Fault?

  private let folder: any TrackFolder
  private let journal: StoredJournal
  private var files = DayFiles()
  /// Records that are not durable yet.
  private var waiting: [Record] = []

  /// Renders what the journal holds; the same records give the same bytes, so files that are whole stay as they are.
  init(folder: any TrackFolder, journal: StoredJournal) throws(Fault) {
    self.folder = folder
    self.journal = journal
    var files = self.files
    var actions: [FileAction] = []
    var batch: [Record] = []
    try journal.forEachRecord { record in
      batch.append(record)
      if batch.count >= 4_096 {
        actions += files.apply(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    actions += files.apply(batch)
    self.files = files
    perform(actions)
  }

  /// Takes a record that will be durable some time.
  mutating func add(_ record: Record) { waiting.append(record) }

  /// Shows all records up to this one.
  mutating func commit(upTo sequence: SequenceNumber) {
    let end = waiting.firstIndex { $0.sequence > sequence } ?? waiting.endIndex
    let actions = files.apply(waiting[..<end])
    waiting.removeSubrange(..<end)
    perform(actions)
  }

  private mutating func perform(_ actions: [FileAction]) {
    guard fault == nil else { return }
    do throws(Fault) {
      for action in actions {
        switch action {
        case .edit(let edit): try folder.write(edit)
        case .rebuild(let day): try rebuild(day)
        }
      }
    } catch {
      fault = error
    }
  }

  private mutating func rebuild(_ day: CivilDate) throws(Fault) {
    var dater = RecordDater()
    try journal.forEachRecord { dater.take($0) }
    var renderer = files.renderer(for: day)
    // Each round leaves twice the room for waypoints, so a few are enough for any day.
    for _ in 0..<24 {
      var actions: [FileAction] = []
      let last = files.lastSequence
      try journal.forEachRecord { record in
        if record.sequence <= last { actions += renderer.apply(dater.dated(record)) }
      }
      if actions.contains(.rebuild(day)) {
        renderer = renderer.renderer(for: day)
        continue
      }
      for case .edit(let edit) in actions { try folder.write(edit) }
      files.adopt(renderer, for: day)
      return
    }
  }
}
