import Terminal
import Testing

@Suite("A progress bar")
struct ProgressBarTests {
  @Test func `it is drawn seldom however often it is told`() {
    var bar = ProgressBar(label: "replay", total: 1_000_000, columns: 60, theme: .ascii, updates: 20)
    let drawn = (0...1_000_000).lazy.compactMap { bar.advance(to: $0) }.count
    #expect(drawn == 21)
  }

  @Test func `it looks like this`() {
    var bar = ProgressBar(label: "replay", total: 200, columns: 40, theme: .ascii)
    #expect(bar.advance(to: 0) == "\rreplay [.........................]   0%")
    #expect(bar.advance(to: 100) == "\rreplay [############.............]  50%")
    #expect(bar.advance(to: 101) == nil)
    #expect(bar.advance(to: 900) == "\rreplay [#########################] 100%")
    var blocks = ProgressBar(label: "", total: 3, columns: 22, theme: TerminalTheme(isColoured: false, isUnicode: true))
    #expect(blocks.advance(to: 1) == "\r█████▎░░░░░░░░░░  33%")
  }

  @Test(arguments: 1...90)
  func `it never fills the last column`(columns: Int) {
    for theme in [TerminalTheme.ascii, TerminalTheme(isColoured: false, isUnicode: true)] {
      var bar = ProgressBar(label: "a rather long label", total: 10, columns: columns, theme: theme)
      for done in 0...10 { #expect((bar.advance(to: done) ?? "").count <= columns) }
      #expect(bar.erased.count <= columns + 1)
    }
  }

  @Test(arguments: [0, -5, Int.min, Int.max])
  func `odd totals do no harm`(total: Int) {
    var bar = ProgressBar(label: "x", total: total, columns: 30, theme: .ascii)
    #expect(bar.advance(to: Int.max)?.hasSuffix("100%") == true)
  }
}
