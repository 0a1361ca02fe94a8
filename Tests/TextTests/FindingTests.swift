import Testing
import Text

@Suite struct FindingTests {
  @Test(arguments: [
    ("invalid utf-8 here", "utf-8", true), ("utf-", "utf-8", false), ("aab", "ab", true), ("", "a", false),
    ("a", "", true), ("", "", true), ("äöü", "ö", true), ("abab", "abb", false),
  ])
  func `a piece of text is found wherever it stands`(text: String, piece: String, isThere: Bool) {
    #expect(text.holds(piece) == isThere)
    #expect(text[...].holds(piece) == isThere)
  }

  @Test func `every character of a kind makes room for a text`() {
    #expect("2026-12-01T10:00:00Z".replacing("T", with: " ") == "2026-12-01 10:00:00Z")
    #expect("Z".replacing("Z", with: "+01:00") == "+01:00")
    #expect("abc".replacing("x", with: "y") == "abc")
  }
}
