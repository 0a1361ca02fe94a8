import Configuration
import Testing
import Text

@testable import Commands

@Suite struct FilterArgumentTests {
  @Test func `keys of the recording rule are read like those of the file`() throws {
    let settings = try FilterArgument.parse("keep=all,min_distance_m=12.5")
    var expected = Settings()
    expected.recording.keep = .all
    expected.recording.minimumDistanceMeters = 12.5
    #expect(settings == expected)
  }

  @Test(arguments: [
    "", "keep", "keep=", "=5", "keep=some", "min_distance=5", "min_distance_m=-1", "keep=all,", "a\n=1",
  ])
  func `anything else is refused as a wrong command line`(text: String) {
    let fault = #expect(throws: Fault.self) { try FilterArgument.parse(text) }
    #expect(fault?.code == .usage)
    #expect(fault?.remedy != nil)
  }
}
