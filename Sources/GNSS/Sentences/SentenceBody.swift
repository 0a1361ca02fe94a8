import Clocks
import Text

/// What a sentence has to do with epochs.
enum Attachment: Sendable {
  /// It states the time of day it belongs to, and opens or continues the epoch of that time.
  case timed
  /// It belongs to the epoch that is being received, whatever its time.
  case untimed
  /// It adds to the epoch that is being received, if there is one, and is no part of the cycle.
  case aside
  /// It says something about the receiver and nothing about an epoch.
  case apart
}

/// The content of one type of sentence. A type is one file with one conformance, and one line in ``SentenceTable``.
protocol SentenceBody: SendableMetatype {
  /// What the sentence has to do with epochs.
  static var attachment: Attachment { get }

  /// Reads the fields. A field that is not what the standard says is unknown; it does not spoil the others.
  init(_ fields: inout FieldCursor, _ header: SentenceHeader)

  /// The time of day of a timed sentence.
  var timeOfDay: TimeOfDay? { get }

  /// The date of a timed sentence, unrepaired.
  var date: CivilDate? { get }

  /// Whether an untimed sentence comes once in an epoch, so that a second one belongs to the next.
  static var isOncePerEpoch: Bool { get }

  /// Whether a timed sentence states a position; one that does not cannot tell of an epoch before the last one.
  static var statesPosition: Bool { get }

  /// Whether an untimed sentence states something that cannot be true of an epoch, so that it belongs to the next one.
  func contradicts(_ draft: EpochDraft) -> Bool

  /// Adds to the epoch it belongs to.
  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader)

  /// Tells what does not belong to an epoch: dates, satellites in view, the receiver's own state.
  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader)

  /// Writes its fields as members of a JSON object.
  func describe(in json: inout ByteWriter, _ header: SentenceHeader)
}

extension SentenceBody {
  static var isOncePerEpoch: Bool { false }
  static var statesPosition: Bool { true }
  var timeOfDay: TimeOfDay? { nil }
  var date: CivilDate? { nil }
  func contradicts(_ draft: EpochDraft) -> Bool { false }
  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {}
  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {}
}
