import Configuration
import Glibc
import Testing

@Suite("The reference")
struct ReferenceTests {
  /// The folder of the package.
  private static let package = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  @Test(arguments: ["docs/configuration.md", "deploy/waymark.toml"])
  func `the files are made from the table of keys`(name: String) throws {
    let expected = name.hasSuffix(".md") ? ConfigurationFile.markdown() : ConfigurationFile.template()
    let path = "\(Self.package)/\(name)"
    if getenv("WAYMARK_REGENERATE") != nil { try write(expected, to: path) }
    #expect(
      read(path) == expected,
      "\(name) is not what the table says: WAYMARK_REGENERATE=1 swift test --filter ConfigurationTests writes it anew")
  }

  @Test func `the default file changes nothing, and without its # marks it still does not`() {
    let template = ConfigurationFile.template()
    let names = SettingsKey.all.map { "#\($0.name) = " }
    let unset = SettingsKey.all.filter { $0.defaultValue == nil }.map { "#\($0.name) = \($0.example)" }
    let active = template.split(separator: "\n").filter { !unset.contains(String($0)) }.map { line in
      names.contains { line.hasPrefix($0) } ? String(line.dropFirst()) : String(line)
    }
    for text in [template, active.joined(separator: "\n")] {
      let result = ConfigurationFile.parse(Array(text.utf8), path: "w.toml")
      #expect(result.faults == [])
      #expect(result.settings == Settings())
    }
    #expect(active.count { !$0.hasPrefix("#") && $0.contains(" = ") } == SettingsKey.all.count - unset.count)
  }

  @Test func `every key is in the reference, which fits a terminal`() {
    let reference = ConfigurationFile.reference()
    for key in SettingsKey.all { #expect(reference.contains("\n  \(key.name)\n")) }
    for line in reference.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for line in ConfigurationFile.template().split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: SettingsSection.allCases)
  func `names are unique in a section, which has some`(section: SettingsSection) {
    #expect(!section.keys.isEmpty)
    #expect(Set(section.keys.map(\.name)).count == section.keys.count)
  }

  private struct CannotWrite: Error {}

  private func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CannotWrite() }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw CannotWrite() }
  }

  private func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
