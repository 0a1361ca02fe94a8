import CExpat
import Glibc

/// The elements that a reader of GPX looks at, whatever prefix they bear: files with undeclared prefixes are common.
enum GPXElement: CaseIterable {
  case gpx, trkseg, trkpt, wpt
  case ele, time, geoidheight, name, fix, sat, hdop, vdop, pdop
  case speed, course, bearing
  case altHAE, horizontalAccuracy, accuracySource, verticalAccuracy, inView, quality, unnamed

  /// The element of a name from expat; nil for all others. No `String` is made: a long track has tens of millions.
  init?(_ name: UnsafePointer<XML_Char>?) {
    guard var start = name else { return nil }
    if let colon = strrchr(start, Int32(UInt8(ascii: ":"))) { start = UnsafePointer(colon) + 1 }
    let length = strlen(start)
    for (element, word) in Self.words where word.utf8CodeUnitCount == length {
      if memcmp(start, word.utf8Start, length) == 0 {
        self = element
        return
      }
    }
    return nil
  }

  /// Those of a point first: there are the most of them.
  private static let words: [(GPXElement, StaticString)] = [
    (.ele, "ele"), (.time, "time"), (.trkpt, "trkpt"), (.speed, "speed"), (.course, "course"), (.fix, "fix"),
    (.sat, "sat"), (.hdop, "hdop"), (.vdop, "vdop"), (.pdop, "pdop"), (.geoidheight, "geoidheight"), (.name, "name"),
    (.bearing, "bearing"), (.horizontalAccuracy, "horizontalAccuracy"), (.accuracySource, "accuracySource"),
    (.verticalAccuracy, "verticalAccuracy"), (.altHAE, "altHAE"), (.inView, "inView"), (.quality, "quality"),
    (.unnamed, "unnamed"), (.trkseg, "trkseg"), (.wpt, "wpt"), (.gpx, "gpx"),
  ]
}
