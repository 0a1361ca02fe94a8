import Board
import CompassFiles
import Glibc
import Synchronization
import Text

/// `waymark compass record`: what the sensors measure, as a file of samples.
enum CompassRecord {
  private static let decimals = [3, 3, 3, 3, 5, 5, 5, 1]

  /// Runs it until Ctrl-C, or for some seconds.
  static func run(socket: String, output: String?, seconds: Double?, _ console: Console) throws(Fault) -> Int32 {
    let daemon = try DaemonConnection(socket)
    let file = try OutputFile(output, console)
    _ = try daemon.ask("samples")
    var out = ByteWriter()
    out.put(text: SamplesFile.columns.joined(separator: ",") + "\n")
    var count = 0
    Interrupt.catchIt()
    while !Interrupt.came, let line = try daemon.readLine() {
      let members = try FlatJSON.object(line[...])
      guard let row = row(members) else { continue }
      out.put(text: row)
      count += 1
      try file.drain(&out)
      if let seconds, case .number(let time)? = members["time_s"], time >= seconds { break }
    }
    try file.drain(&out, isLast: true)
    try file.finish()
    console.note("\(count) samples")
    return 0
  }

  /// A line of the file; nil for one that lacks the field or the acceleration, or was at the end of a range.
  static func row(_ members: [String: FlatJSON.Value]) -> String? {
    if members["saturated"] == .flag(true) { return nil }
    var writer = ByteWriter()
    for (index, key) in SamplesFile.columns.enumerated() {
      if index > 0 { writer.put(",") }
      if case .number(let number)? = members[key] {
        writer.put(number, decimals: decimals[index])
      } else if key != "temperature_c" {
        return nil
      }
    }
    writer.put("\n")
    return writer.string
  }
}

/// Ctrl-C that ends a recording in good order: the file is finished.
private enum Interrupt {
  private static let flag = Atomic<Bool>(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  static func catchIt() {
    // The read that waits is not restarted: it gives up, and the file is finished.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Interrupt.flag.store(true, ordering: .relaxed) }
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }
}
