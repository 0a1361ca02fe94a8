import Configuration

/// What board this is, and whether its boot configuration says what the profile wants.
struct BoardChecks {
  /// What the firmware says.
  var tree: DeviceTree
  /// What is known of it.
  var profile: BoardProfile?
  /// What the file of the boot configuration holds; nil if it cannot be read.
  var bootText: String?

  init(tree: DeviceTree, profile: BoardProfile?, bootText: String?) {
    self.tree = tree
    self.profile = profile
    self.bootText = bootText
  }

  init(profile: BoardProfile?) {
    self.init(tree: DeviceTree(), profile: profile, bootText: profile?.bootFile.flatMap(SmallFile.text))
  }

  var findings: [Finding] { [board] + boot }

  private var board: Finding {
    let model = tree.model ?? "a machine without a device tree"
    guard let profile else {
      let names = BoardProfile.builtIn.map(\.name).joined(separator: ", ")
      return Finding(
        "board.profile", .note, "this is \(model); no profile is known for it",
        remedy: "say with [board] profile which one fits (\(names)), or set the lines and the bus yourself")
    }
    if !tree.compatible.isEmpty, Set(profile.compatible).isDisjoint(with: tree.compatible) {
      return Finding(
        "board.profile", .warning, "this is \(model), and the profile is that of a \(profile.title)",
        remedy: "remove [board] profile, or name the board that it is")
    }
    return Finding("board.profile", .good, "\(model), profile \(profile.name)")
  }

  private var boot: [Finding] {
    guard let profile, let file = profile.bootFile, let bootText else { return [] }
    let there = Set(bootText.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") })
    let missing = profile.bootLines.filter { !there.contains($0) }
    if missing.isEmpty { return [Finding("board.boot", .good, "\(file) says what is needed")] }
    return [
      Finding(
        "board.boot", .warning, "\(file) lacks \(missing.map { "`\($0)`" }.joined(separator: ", "))",
        remedy: "add \(missing.count == 1 ? "it" : "them") and restart, unless the same is done in another way")
    ]
  }
}
