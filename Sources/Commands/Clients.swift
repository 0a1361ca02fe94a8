import Board
import Configuration
import Text

/// What the commands that ask a daemon share.
enum Clients {
  /// The socket that is asked when none is named.
  static let defaultSocket = Settings().control.socket

  /// The data folder to read: the one that was named, else that of the daemon, after it has written out what it holds.
  ///
  /// A daemon that cannot write is said so, and what is on the card is read all the same.
  static func dataFolder(_ arguments: Arguments, _ console: Console) throws(Fault) -> String {
    if let data = arguments[.data] {
      if arguments[.socket] != nil {
        throw Fault(.usage, "--data and --socket exclude each other", remedy: "choose one")
      }
      return data
    }
    return try flushed(try DaemonConnection(arguments[.socket] ?? defaultSocket), console)
  }

  /// Asks the daemon to write out what it holds.
  ///
  /// - Returns: its data folder.
  static func flushed(_ daemon: DaemonConnection, _ console: Console) throws(Fault) -> String {
    do throws(Fault) {
      _ = try daemon.ask("flush")
    } catch {
      guard error.code != .unavailable else { throw error }
      console.note("what the daemon holds is not shown: \(error)")
    }
    guard case .text(let data)? = try daemon.ask("status").members["data"] else {
      throw Fault(.software, "the daemon does not tell its data folder", remedy: "name it with --data DIR")
    }
    return data
  }
}
