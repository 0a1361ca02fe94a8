import Clocks
import Text

/// Time and date.
///
/// `time, day, month, year, zone hours, zone minutes`. The zone is for display and does not shift UTC. The time may be
/// cut to seconds, or that of the next pulse and so ahead of the fix: it opens no epoch, it only tells the day.
struct ZDA: SentenceBody {
  static let attachment = Attachment.apart

  var timeOfDay: TimeOfDay?
  var date: CivilDate?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    let day = fields.nextInt(in: 1...31)
    let month = fields.nextInt(in: 1...12)
    let year = fields.nextInt(in: 1_970...2_199)
    if let day, let month, let year { date = CivilDate(year: year, month: month, day: day) }
  }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    if let date, let timeOfDay { receiver.state(date: date, at: timeOfDay) }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member(date: date)
  }
}
