import Testing

@testable import GNSS

/// What the fuzzer found, each with what it broke.
@Suite struct FindingTests {
  @Test(arguments: [
    // A year beyond 2262 does not fit into nanoseconds since 1970.
    sentences(
      "GNZDA,120000.00,30,11,9026,00,00", "GNGGA,120000.00,4717.11401,N,00833.91591,E,1,09,0.9,499.5,M,48.0,M,,"),
    sentences(
      "PQTMPVT,1,129600000,99991230,120000.000,,3,09,18,47.28523350,8.56526510,499.5,48.0,1.0,1.0,-0.1,1.41,45.0,0.9,1.7"
    ),
  ])
  func `nothing traps`(_ text: String) {
    let all = epochs(text)
    #expect(all.count == 1)
    #expect(all.first?.fix.time == nil)
  }
}
