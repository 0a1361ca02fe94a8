import LoggerCore

extension Command {
  static let version = Command(
    name: "version", summary: "print the version", forms: [""], options: [], operands: .none, details: ""
  ) { _, console in
    console.print("waymark \(Logger.version)")
    return 0
  }
}
