import Board
import Configuration
import Text

/// What the commands that ask a daemon share.
enum Clients {
  /// The socket that is asked when none is named.
  static let defaultSocket = Settings().control.socket

  /// The data folder to read: the one that was named, else that of the daemon, after it has written out what it holds.
  static func dataFolder(_ arguments: Arguments) throws(Fault) -> String {
    if let data = arguments[.data] { return data }
    let daemon = try DaemonConnection(arguments[.socket] ?? defaultSocket)
    return try flushed(daemon)
  }

  /// Asks the daemon to write out what it holds.
  ///
  /// - Returns: its data folder.
  static func flushed(_ daemon: DaemonConnection) throws(Fault) -> String {
    _ = try daemon.ask("flush")
    guard case .text(let data)? = try daemon.ask("status").members["data"] else {
      throw Fault(.software, "the daemon does not tell its data folder", remedy: "name it with --data DIR")
    }
    return data
  }
}
