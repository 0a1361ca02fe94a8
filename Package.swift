// swift-tools-version: 6.2
import PackageDescription

// One target per module of docs/architecture.md, from the ground up. Arrows only point down: a module may import the
// floors below it, and CI builds with the explicit import check.
let package = Package(
  name: "waymark",
  targets: [
    // Floor 1
    .target(name: "Text"),
    .target(name: "Clocks", dependencies: ["Text"]),
    .target(name: "Geodesy"),
    .target(name: "Journal", dependencies: ["Text"]),
    // Floor 2
    .target(name: "GNSS", dependencies: ["Clocks", "Geodesy", "Text"]),
    .target(name: "Controls", dependencies: ["Clocks"]),
    // Floor 3
    .target(name: "Records", dependencies: ["Clocks", "Geodesy", "GNSS", "Text"]),
    .target(name: "Configuration", dependencies: ["Text"]),
    // Floor 4
    .target(
      name: "LoggerCore",
      dependencies: ["Clocks", "Configuration", "Controls", "Geodesy", "GNSS", "Records", "Text"]),
    // Tests
    .target(
      name: "TestSupport",
      dependencies: ["Clocks", "Configuration", "Controls", "Geodesy", "GNSS", "LoggerCore", "Records"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "LoggerCoreTests",
      dependencies: [
        "Clocks", "Configuration", "Controls", "Geodesy", "GNSS", "LoggerCore", "Records", "TestSupport", "Text",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
