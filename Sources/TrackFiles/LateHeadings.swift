import Clocks
import Records

/// Headings that came after the place of their tag, so that the tag's row and waypoint were written without them.
///
/// Mostly a heading is measured before the next fix. Where it is not, the tag's day is rendered anew, and the renderer
/// must know the heading before it comes to the tag.
struct LateHeadings: Sendable {
  /// How many are kept at most; sensors answer within seconds, so that there are few.
  private static let limit = 1_024
  /// How many tags without a heading are remembered at most.
  private static let tagLimit = 64

  private var headings: [HeadingRecord] = []
  /// Tags that were shown without a heading, oldest first.
  private var tags: [(tag: SequenceNumber, day: CivilDate)] = []

  /// The headings alone, for whoever begins before the tags.
  var forRenderer: LateHeadings {
    var copy = self
    copy.tags = []
    return copy
  }

  /// Gives a tag the heading that is known to come later.
  func complete(_ placed: inout PlacedTag) {
    guard placed.heading == nil, !headings.isEmpty else { return }
    placed.heading = headings.last { $0.tag == placed.sequence }
  }

  /// A tag with a place was written into the files of a day.
  mutating func shown(_ placed: PlacedTag, in day: CivilDate) {
    guard placed.heading == nil else { return }
    tags.append((placed.sequence, day))
    if tags.count > Self.tagLimit { tags.removeFirst() }
  }

  /// A heading came after the place of its tag.
  ///
  /// - Returns: the day that shows the tag without it; nil if none does.
  mutating func add(_ heading: HeadingRecord, of tag: SequenceNumber) -> CivilDate? {
    if !headings.contains(where: { $0.tag == tag }) {
      headings.append(heading)
      if headings.count > Self.limit { headings.removeFirst() }
    }
    guard let index = tags.lastIndex(where: { $0.tag == tag }) else { return nil }
    return tags.remove(at: index).day
  }
}
