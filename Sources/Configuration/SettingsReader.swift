/// Takes the keys of a document into ``Settings`` and collects what is wrong with them.
struct SettingsReader {
  private(set) var settings: Settings
  private(set) var complaints: [Complaint] = []

  /// The section that the entries belong to; nil inside an unknown one, which is one complaint and not one for each key.
  private var section: SettingsSection?
  /// Where the values are that were set.
  private var places: [String: TOMLDocument.Place] = [:]

  /// Starts from what a board profile says, or from the defaults.
  init(base: Settings = Settings()) { settings = base }

  mutating func read(_ entries: [TOMLDocument.Entry]) {
    for entry in entries {
      if entry.depth == 0 { open(entry) } else if let section { take(entry, in: section) }
    }
    checkIntervals()
    checkAxes()
  }

  private mutating func complain(_ place: TOMLDocument.Place, _ message: String, remedy: String) {
    complaints.append(Complaint(place, message, remedy: remedy))
  }

  // MARK: Sections

  private mutating func open(_ entry: TOMLDocument.Entry) {
    section = nil
    let known = SettingsSection(rawValue: entry.key)
    switch (known, entry.value) {
    case (let known?, .table):
      section = known
    case (let known?, _):
      complain(
        entry.keyPlace, "\(known.rawValue) is a section and takes no value of its own",
        remedy: "write [\(known.rawValue)] once on a line and its keys below it")
    case (nil, .table), (nil, .array):
      complain(entry.keyPlace, "unknown section [\(entry.key.shortened)]", remedy: remedyForSection(entry.key))
    case (nil, _):
      complain(
        entry.keyPlace, "\(entry.key.shortened) stands outside of any section", remedy: remedyForOrphan(entry.key))
    }
  }

  private func remedyForSection(_ name: String) -> String {
    let names = SettingsSection.allCases.map(\.rawValue)
    if let near = names.nearest(to: name) { return "did you mean [\(near)]?" }
    if let key = SettingsKey.all.first(where: { $0.name == name }) {
      return "\(name) is a key of [\(key.section.rawValue)]: write `\(name) = \(key.example)` below that"
    }
    return "the sections are \(names.joined(separator: ", "))"
  }

  private func remedyForOrphan(_ name: String) -> String {
    let sections = SettingsKey.all.filter { $0.name == name }.map { "[\($0.section.rawValue)]" }
    if !sections.isEmpty { return "write \(sections.joinedByOr) on a line above it" }
    if let near = SettingsKey.all.map(\.name).nearest(to: name),
      let key = SettingsKey.all.first(where: { $0.name == near })
    {
      return "did you mean \(near) in [\(key.section.rawValue)]?"
    }
    return "remove it; `waymark config reference` shows all keys"
  }

  // MARK: Keys

  private mutating func take(_ entry: TOMLDocument.Entry, in section: SettingsSection) {
    guard let key = section.keys.first(where: { $0.name == entry.key }) else {
      let remedy = remedyForKey(entry.key, in: section)
      complain(entry.keyPlace, "unknown key \(entry.key.shortened) in [\(section.rawValue)]", remedy: remedy)
      return
    }
    do {
      try key.set(entry.value, in: &settings)
      places[key.title] = entry.valuePlace
    } catch {
      complain(entry.valuePlace, "\(key.title) \(error.message)", remedy: error.remedy)
    }
  }

  private func remedyForKey(_ name: String, in section: SettingsSection) -> String {
    let elsewhere = SettingsKey.all.filter { $0.name == name }.map { "[\($0.section.rawValue)]" }
    if !elsewhere.isEmpty { return "it belongs into \(elsewhere.joinedByOr)" }
    if let near = section.keys.map(\.name).nearest(to: name) { return "did you mean \(near)?" }
    if let longer = section.keys.first(where: { $0.name.hasPrefix(name + "_") }) {
      return "did you mean \(longer.name)?"
    }
    if let near = SettingsKey.all.map(\.name).nearest(to: name),
      let key = SettingsKey.all.first(where: { $0.name == near })
    {
      return "did you mean \(near) in [\(key.section.rawValue)]?"
    }
    return "the keys of [\(section.rawValue)] are \(section.keys.map(\.name).joined(separator: ", "))"
  }

  // MARK: Keys that must fit each other

  private mutating func checkIntervals() {
    let least = settings.recording.minimumIntervalSeconds
    let most = settings.recording.maximumIntervalSeconds
    guard most < least, let place = places["[recording] max_interval_s"] ?? places["[recording] min_interval_s"] else {
      return
    }
    complain(
      place, "[recording] max_interval_s (\(most.toml)) is less than min_interval_s (\(least.toml))",
      remedy: "write max_interval_s = \(least.toml) or more, or a smaller min_interval_s")
  }

  /// The compass needs two axes that are at right angles.
  private mutating func checkAxes() {
    let (forward, up) = (settings.compass.forwardAxis, settings.compass.upAxis)
    guard forward.letter == up.letter, let place = places["[compass] up_axis"] ?? places["[compass] forward_axis"]
    else {
      return
    }
    let others = Settings.Compass.Axis.allCases.filter { $0.letter != forward.letter }.map(\.rawValue.toml)
    complain(
      place,
      "[compass] up_axis (\(up.rawValue.toml)) is along the same line as forward_axis (\(forward.rawValue.toml))",
      remedy: "with this forward_axis, up_axis is \(others.joinedByOr)")
  }
}
