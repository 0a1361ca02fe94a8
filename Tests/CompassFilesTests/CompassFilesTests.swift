import Compass
import CompassFiles
import Simulation
import Testing
import Text

/// What the simulated sensors say while somebody turns the board.
private func recording(seed: UInt64, motion: CalibrationMotion = .figureEight) -> [SamplesFile.Sample] {
  var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: seed)
  return CalibrationRecording(motion, of: &model, seed: seed).samples.map {
    SamplesFile.Sample(seconds: $0.seconds, field: $0.field, motion: $0.motion)
  }
}

private func csv(_ samples: [SamplesFile.Sample]) -> [UInt8] {
  var text = SamplesFile.columns.dropLast().joined(separator: ",") + "\n"
  for sample in samples {
    let m = sample.field.microtesla
    let a = sample.motion.acceleration
    text += "\(sample.seconds),\(m.x),\(m.y),\(m.z),\(a.x),\(a.y),\(a.z)\n"
  }
  return Array(text.utf8)
}

private func calibration(_ samples: [SamplesFile.Sample]) -> Calibrator.Outcome {
  Calibrator.calibrate(
    recording: samples.map { ($0.seconds, $0.field, $0.motion) },
    prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68), chipKey: "file", unixSeconds: 1_796_083_200)
}

@Suite struct `Files of the compass` {
  @Test func `a recording is read back as it was, also from Windows`() throws {
    let samples = recording(seed: 1)
    #expect(try SamplesFile.read(csv(samples), path: "s") == samples)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let windows = mark + csv(samples).flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    #expect(try SamplesFile.read(windows, path: "s") == samples)
  }

  @Test func `a temperature may be given, and may be missing in a line`() throws {
    let text = "time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g,temperature_c\n0,1,2,3,0,0,1,21.5\n1,1,2,3,0,0,1,\n"
    let samples = try SamplesFile.read(Array(text.utf8), path: "s")
    #expect(samples.map(\.field.temperatureCelsius) == [21.5, nil])
  }

  @Test(arguments: [
    ("", "s: the file is empty"),
    ("time_s,mx_uT\n", "s:1:1: the first line is not the header"),
    ("1,2,3,4,5,6,7\n", "s:1:1: the first line is not the header"),
    ("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n", "s: the file has a header and no samples"),
    ("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n0,1,2,3,0,0\n", "s:2:1: the line has 6 columns"),
    ("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n0,1,nan,3,0,0,1\n", "s:2:3: my_uT is no number"),
    ("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n0,1,2,0x10,0,0,1\n", "s:2:4: mz_uT is no number"),
    ("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n0,1,2,3,0,0,9.81e3\n", "s:2:7: az_g is 9.81e3"),
  ])
  func `a recording that is none is told with its place`(text: String, words: String) {
    do {
      _ = try SamplesFile.read(Array(text.utf8), path: "s")
      Issue.record("this should not be read")
    } catch {
      #expect(error.description.hasPrefix(words), "\(error)")
      #expect(error.remedy != nil)
    }
  }

  @Test(arguments: [
    (1.0, 9.80665, "look like metres per second squared; divide them by 9.80665"),
    (0.01, 1.0, "look like gauss; multiply them by 100"),
  ])
  func `a recording in other units is told so`(field: Double, acceleration: Double, words: String) {
    var samples = recording(seed: 9)
    for index in samples.indices {
      samples[index].field.microtesla *= field
      samples[index].motion.acceleration *= acceleration
    }
    do {
      _ = try SamplesFile.read(csv(samples), path: "s")
      Issue.record("this should not be read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func `a calibration comes back to the last bit`() throws {
    let made = try #require(calibration(recording(seed: 2)).calibration)
    let read = try CalibrationFile.read(CalibrationFile.bytes(made), path: "c")
    #expect(read.parameters == made.parameters)
    #expect(read.covariance == made.covariance)
    #expect(read.noise == made.noise)
    #expect(read.unixSeconds == made.unixSeconds)
    #expect(read.isTiltLimited == made.isTiltLimited)
    #expect(read.tilt == made.tilt)
  }

  @Test func `no part of a calibration's file is a calibration, and no damage to it traps`() throws {
    let whole = CalibrationFile.bytes(try #require(calibration(recording(seed: 3)).calibration))
    for length in stride(from: 0, to: whole.count - 2, by: 97) {
      #expect(throws: Fault.self) { try CalibrationFile.read(Array(whole.prefix(length)), path: "c") }
    }
    let seed: UInt64 = 20_261_201
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var damaged = whole
      damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      guard let read = try? CalibrationFile.read(damaged, path: "c") else { continue }
      #expect(CalibrationFile.bytes(read) == whole, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("\"version\":1", "\"version\":1.5", "it has no version"),
    ("\"version\":1", "\"version\":7", "of version 7"),
    ("\"temperature_c\":", "\"temperature_c\":\"warm\",\"was\":", "its temperature is none"),
    ("\"time\":\"", "\"time\":5,\"was\":\"", "its time is none"),
    ("\"noise\":\"", "\"noise\":\"oops ", "noise are not 2 numbers"),
    ("\"coverage_percent\":", "\"coverage_percent\":1", "its numbers cannot be"),
    ("\"attitudes\":", "\"attitudes\":1", "its checksum"),
    ("\"limited\":false", "\"limited\":true", "its verdict"),
    ("\"checksum\":", "\"sum\":", "it has no checksum"),
    ("\"checksum\":\"", "\"checksum\":\"0", "its checksum"),
  ])
  func `what was changed in a calibration is told`(piece: String, other: String, words: String) throws {
    var samples = recording(seed: 6)
    for index in samples.indices { samples[index].field.temperatureCelsius = 21 }
    let whole = String(decoding: CalibrationFile.bytes(try #require(calibration(samples).calibration)), as: UTF8.self)
    #expect(try CalibrationFile.read(Array(whole.utf8), path: "c").temperatureCelsius == 21)
    let parts = whole.components(around: piece)
    let changed = try #require(parts, "the file has no \(piece)")
    do {
      _ = try CalibrationFile.read(Array((changed.0 + other + changed.1).utf8), path: "c")
      Issue.record("this should not be read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func `white space and the order of members are not damage`() throws {
    let whole = String(
      decoding: CalibrationFile.bytes(try #require(calibration(recording(seed: 7)).calibration)), as: UTF8.self)
    let spaced = whole.replacing(",\"", with: " ,\r\n  \"")
    #expect(CalibrationFile.bytes(try CalibrationFile.read(Array(spaced.utf8), path: "c")) == Array(whole.utf8))
  }

  @Test func `a recording runs one way`() {
    let text = "time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n1,1,2,3,0,0,1\n1,1,2,3,0,0,1\n0.5,1,2,3,0,0,1\n"
    do {
      _ = try SamplesFile.read(Array(text.utf8), path: "s")
      Issue.record("this should not be read")
    } catch {
      #expect("\(error)".hasPrefix("s:4:1: time_s goes back from 1.0 to 0.5"), "\(error)")
    }
  }

  @Test func `a magnet beside a still board shows in the status, within a second and with a wider bound`() throws {
    let made = try #require(calibration(recording(seed: 8)).calibration)
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: 8)
    let still = CalibrationRecording(.stillPoses, of: &model, seed: 8).samples.prefix(1)[0]
    var table = HeadingTable(made, solver: HeadingSolver(calibration: made), unixSeconds: nil)
    var rows: [[Substring]] = []
    for index in 0..<100 {
      var field = still.field
      if index >= 60 { field.microtesla.z += 6 }
      let row = table.row(.init(seconds: Double(index) / 10, field: field, motion: still.motion))
      rows.append(row.dropLast().split(separator: ",", omittingEmptySubsequences: false))
    }
    #expect(rows[..<60].allSatisfy { $0[8] != "disturbed" })
    #expect(rows[70...].allSatisfy { $0[8] == "disturbed" })
    let before = try #require(Double(rows[59][3]))
    let after = try #require(Double(rows[75][3]))
    #expect(after < 0 || after > before)
  }

  @Test func `headings of a recording are the same as from the calibration in memory, and honest`() throws {
    let made = try #require(calibration(recording(seed: 4)).calibration)
    let read = try CalibrationFile.read(CalibrationFile.bytes(made), path: "c")
    var tables = [made, read].map {
      HeadingTable($0, solver: HeadingSolver(calibration: $0, declinationDegrees: 5.2), unixSeconds: nil)
    }
    let still = recording(seed: 4, motion: .stillPoses)
    for sample in still.prefix(50) {
      let row = tables[0].row(sample)
      #expect(row == tables[1].row(sample))
      #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == 9)
    }
    #expect(HeadingTable.header.split(separator: ",").count == 9)
  }

  @Test func `a recording without enough of it is refused with reasons`() {
    let few = Array(recording(seed: 5).prefix(5))
    let outcome = calibration(few)
    #expect(outcome.calibration == nil)
    #expect(!outcome.verdict.reasons.isEmpty)
  }
}

extension String {
  /// What stands before and behind the first place of a piece; nil if it stands nowhere.
  fileprivate func components(around piece: String) -> (String, String)? {
    guard let range = firstRange(of: piece) else { return nil }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
