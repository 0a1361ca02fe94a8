import Testing

@testable import GNSS

@Suite struct SentenceTests {
  @Test(arguments: [
    ("GPRMC,,V,,,,,,,,,,N", #"{"type":"RMC","talker":"GP","valid":false,"mode":"N"}"#),
    (
      "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
      #"{"type":"RMC","talker":"GP","tod":45319,"valid":true,"lat":48.117300000,"lon":11.516666667,"speed_kn":22.4,"#
        + #""track":84.4,"date":"1994-03-23","magvar":-3.1}"#
    ),
    (
      "GPRMC,123519,V,0000.0000,N,00000.0000,E,,,060180,,,N",
      #"{"type":"RMC","talker":"GP","tod":45319,"valid":false,"date":"1980-01-06","mode":"N"}"#
    ),
    ("GPGGA,,,,,,0,,,,,,,,", #"{"type":"GGA","talker":"GP","quality":0}"#),
    (
      "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,0000",
      #"{"type":"GGA","talker":"GP","tod":45319,"lat":48.117300000,"lon":11.516666667,"quality":1,"used":8,"hdop":0.9,"#
        + #""altMSL":545.4,"geoidSep":46.9,"altHAE":592.3,"station":0}"#
    ),
    (
      "GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,,",
      #"{"type":"GNS","talker":"GN","tod":6035,"valid":true,"lat":-43.544877000,"lon":172.591424833,"mode":"R","used":13,"#
        + #""hdop":0.9,"altMSL":25.63,"geoidSep":11.24}"#
    ),
    ("GPGNS,235647.00,,,,,,6,,,,1.0,0", #"{"type":"GNS","talker":"GP","tod":86207,"used":6,"dgpsAge":1}"#),
    ("GPGLL,4916.45,N,12311.12,W", #"{"type":"GLL","talker":"GP","lat":49.274166667,"lon":-123.185333333}"#),
    (
      "GPVTG,054.7,034.4,005.5,010.2",
      #"{"type":"VTG","talker":"GP","track":54.7,"trackMag":34.4,"speed_kn":5.5,"speed_kmh":10.2}"#
    ),
    ("GNVTG,,,,,,,,,N", #"{"type":"VTG","talker":"GN","mode":"N"}"#),
    ("GPZDA,095603,,,,00,", #"{"type":"ZDA","talker":"GP","tod":35763}"#),
    (
      "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
      #"{"type":"GSA","talker":"GP","fix":3,"ids":[4,5,9,12,24],"pdop":2.5,"hdop":1.3,"vdop":2.1,"gnss":"GPS"}"#
    ),
    (
      "GPGSV,4,3,15,20,43,009,,23,-1,231,28,24,03,206,,25,26,283,38",
      #"{"type":"GSV","talker":"GP","count":4,"number":3,"total":15,"#
        + #""sats":[[20,43,9,null],[23,-1,231,28],[24,3,206,null],[25,26,283,38]],"gnss":"GPS"}"#
    ),
    (
      "GAGSV,1,1,00,7",
      #"{"type":"GSV","talker":"GA","count":1,"number":1,"total":0,"sats":[],"signal":7,"gnss":"Galileo"}"#
    ),
    ("GPGSV,1,1,00,", #"{"type":"GSV","talker":"GP","count":1,"number":1,"total":0,"sats":[],"gnss":"GPS"}"#),
    (
      "GPGSV,1,1,02,15,00,000,,17,00,000,37.5,,,,,,,,",
      #"{"type":"GSV","talker":"GP","count":1,"number":1,"total":2,"sats":[[15,0,0,null],[17,0,0,37.5]],"gnss":"GPS"}"#
    ),
    ("GPTXT,01,01,02,ANTENNA SHORT", #"{"type":"TXT","talker":"GP","text":"ANTENNA SHORT","antenna":"short"}"#),
    ("GPHDT,75.5664,T", #"{"type":"HDT","talker":"GP","heading":75.5664}"#),
    ("GNTHS,77.52,V", #"{"type":"THS","talker":"GN"}"#),
    ("SDHDG,181.7,,,0.6,E", #"{"type":"HDG","talker":"SD","headingMag":181.7,"magvar":0.6}"#),
    ("GPDTM,W72,,0.00,N,0.00,E,0.00,W84", #"{"type":"DTM","talker":"GP","datum":"W72"}"#),
    ("GNFOO,1,2", #"{"type":"FOO","talker":"GN"}"#),
    (
      "PQGSV,1,1,00,1",
      #"{"type":"GSV","talker":"PQ","count":1,"number":1,"total":0,"sats":[],"signal":1,"gnss":"QZSS"}"#
    ),
    (
      "PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43,",
      #"{"type":"PUBX04","tod":27451,"date":"2002-12-09","week":1196,"leap":15,"leapDefault":true}"#
    ),
    ("PMTK001,604,3", #"{"type":"PMTK001","command":604,"result":3}"#),
    ("PMTK010,001", #"{"type":"PMTK010","event":"startup","message":1}"#),
    (
      "PQTMVEL,1,154512.100,1.251,2.452,1.245,2.752,3.021,180.512,0.124,0.254,0.250",
      #"{"type":"PQTMVEL","tod":56712.1,"vVel":1.245,"speed":2.752,"track":180.512,"speedErr":0.124,"trackErr":0.25}"#
    ),
    ("PGRME,2.3,M,3.3,M,4.0,M", #"{"type":"PGRME","h":2.3,"d":3.3,"p3d":4}"#),
    ("PCAS10,0", #"{"type":"PCAS","ignored":true}"#),
    ("PXYZ,1", #"{"type":"PXYZ"}"#),
  ])
  func `a sentence says what its fields say, and nothing that is not there`(_ content: String, _ json: String) {
    #expect(described(sentence(content)) == [json])
  }

  @Test func `a refused sentence shows its text`() {
    #expect(described("$GPGLL,4916*00\r\n") == [#"{"rejected":"checksum","text":"$GPGLL,4916*00"}"#])
  }

  @Test(arguments: SentenceTable.kinds.indices)
  func `a sentence of any type, cut behind any field or filled with nonsense, does no harm`(_ index: Int) {
    let name = "\(SentenceTable.kinds[index].name)"
    let address = name.count == 3 ? "GN" + name : name
    for filling in ["", "0", "9", "-1", "99999999999999999999", "A", "120000", "N", "1.5", "x"] {
      for count in 0..<24 {
        let content = address + String(repeating: "," + filling, count: count)
        #expect(described(sentence(content)).count == 1)
        _ = epochs(sentence(content) + sentence(content))
      }
    }
  }

  @Test func `every type of sentence is found by its address`() {
    let table = SentenceTable()
    for (index, kind) in SentenceTable.kinds.enumerated() {
      let name = "\(kind.name)"
      let bytes = kept(name.count == 3 ? "GN" + name : name)
      let address = Address(bytes, from: 0, to: bytes.count)
      var fields = FieldCursor(bytes, from: bytes.count + 1, to: bytes.count)
      // A message number that is a field of its own is part of the name in the table.
      #expect(address.flatMap { table.kind(of: $0, &fields) } == index)
    }
  }
}
