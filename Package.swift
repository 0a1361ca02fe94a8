// swift-tools-version: 6.2
import PackageDescription

// One target per module of docs/architecture.md, from the ground up. Arrows only point down: a module may import the
// floors below it, and CI builds with the explicit import check.
let package = Package(
  name: "waymark",
  products: [.executable(name: "waymark", targets: ["waymark"])],
  targets: [
    // Floor 0
    .target(name: "CLinux"),
    .target(name: "CTOML"),
    .target(name: "CGeoid"),
    .target(name: "CMagnetic"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(
      name: "BoardFiles", path: "board", exclude: ["README.md", "emulator", "receivers/README.md"],
      sources: ["BoardFiles.swift"],
      resources: [
        .embedInCode("beaglebone-black.toml"), .embedInCode("orange-pi-zero-3.toml"),
        .embedInCode("raspberry-pi-3.toml"), .embedInCode("raspberry-pi-4.toml"), .embedInCode("raspberry-pi-5.toml"),
        .embedInCode("raspberry-pi-zero-2-w.toml"), .embedInCode("receivers/l76k.toml"),
        .embedInCode("receivers/lc76g.toml"), .embedInCode("receivers/max-m10s.toml"),
        .embedInCode("receivers/mt3339.toml"), .embedInCode("receivers/neo-6m.toml"),
        .embedInCode("receivers/sam-m8q.toml"),
      ]),
    .systemLibrary(name: "CLibGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .target(name: "CGPIO", dependencies: ["CLibGPIOD"]),
    // Floor 1
    .target(name: "Text"),
    .target(name: "Clocks", dependencies: ["Text"]),
    .target(name: "Geodesy", dependencies: ["CGeoid", "CMagnetic"]),
    .target(name: "Journal", dependencies: ["Text"]),
    // Floor 2
    .target(name: "GNSS", dependencies: ["Clocks", "Geodesy", "Text"]),
    .target(name: "Controls", dependencies: ["Clocks"]),
    .target(name: "Sensors", dependencies: ["Text"]),
    .target(name: "Compass", dependencies: ["Geodesy"]),
    // Floor 3
    .target(name: "Records", dependencies: ["Clocks", "Geodesy", "GNSS", "Text"]),
    .target(name: "Configuration", dependencies: ["BoardFiles", "CTOML", "Text"]),
    .target(name: "LocationServices", dependencies: ["Clocks", "Geodesy", "GNSS"]),
    // Floor 4
    .target(
      name: "TrackFiles", dependencies: ["CExpat", "Clocks", "Geodesy", "GNSS", "LocationServices", "Records", "Text"]),
    .target(
      name: "LoggerCore",
      dependencies: [
        "Clocks", "Compass", "Configuration", "Controls", "Geodesy", "GNSS", "LocationServices", "Records", "Text",
      ]),
    .target(name: "CompassFiles", dependencies: ["Clocks", "Compass", "Journal", "Text"]),
    // Floor 5
    .target(
      name: "Simulation",
      dependencies: [
        "Clocks", "Compass", "Configuration", "Controls", "Geodesy", "GNSS", "Journal", "LoggerCore", "Records",
        "Sensors", "Text", "TrackFiles",
      ]),
    .target(
      name: "Board",
      dependencies: [
        "CGPIO", "CLinux", "Clocks", "Compass", "Configuration", "Controls", "GNSS", "Journal", "LocationServices",
        "LoggerCore", "Records", "Sensors",
        "Text", "TrackFiles",
      ]),
    .target(name: "Terminal", dependencies: ["Clocks", "GNSS", "Geodesy", "Records"]),
    // Floor 6
    .target(
      name: "Commands",
      dependencies: [
        "Board", "Clocks", "CompassFiles", "Compass", "Configuration", "Geodesy", "GNSS", "Journal", "LoggerCore",
        "Records",
        "Simulation",
        "Terminal", "Text", "TrackFiles",
      ]),
    .executableTarget(name: "waymark", dependencies: ["Commands"]),
    // Benchmarks, not shipped
    .executableTarget(
      name: "decoder-benchmark", dependencies: ["Clocks", "Geodesy", "GNSS", "Text"], path: "Benchmarks/decoder",
      exclude: ["run"]),
    .executableTarget(
      name: "magnetic-benchmark", dependencies: ["Geodesy"], path: "Benchmarks/magnetic",
      exclude: ["allocations.c", "geographiclib.cpp", "model.py", "run"]),
    .executableTarget(
      name: "schedule-benchmark", dependencies: ["Configuration", "Records", "Simulation", "Text", "TrackFiles"],
      path: "Benchmarks/schedule", exclude: ["run"]),
    // The emulated board of board/emulator, not shipped
    .executableTarget(
      name: "emulated-chips", dependencies: ["Sensors", "Simulation"], path: "board/emulator/chips"),
    .executableTarget(
      name: "emulated-receiver", dependencies: ["Clocks", "Simulation"], path: "board/emulator/receiver"),
    .executableTarget(
      name: "compass-benchmark", dependencies: ["Compass", "Simulation", "Text"], path: "Benchmarks/compass",
      exclude: ["run"]),
    // Tests
    .executableTarget(name: "gpio-check", dependencies: ["CGPIO"], path: "Tests/GPIOCheck"),
    .target(
      name: "TestSupport",
      dependencies: ["Clocks", "Configuration", "Controls", "Geodesy", "GNSS", "LoggerCore", "Records"],
      path: "Tests/TestSupport"),
    .testTarget(name: "TextTests", dependencies: ["Text"]),
    .testTarget(name: "GeodesyTests", dependencies: ["Geodesy"]),
    .testTarget(name: "GNSSTests", dependencies: ["Clocks", "Geodesy", "GNSS", "Text"]),
    .testTarget(name: "SensorsTests", dependencies: ["Sensors", "Simulation", "Text"]),
    .testTarget(name: "CompassFilesTests", dependencies: ["Compass", "CompassFiles", "Simulation", "Text"]),
    .testTarget(name: "CompassTests", dependencies: ["Compass", "Simulation"]),
    .testTarget(name: "ControlsTests", dependencies: ["Clocks", "Controls"]),
    .testTarget(name: "ClocksTests", dependencies: ["Clocks"]),
    .testTarget(name: "JournalTests", dependencies: ["Journal", "Simulation", "Text"]),
    .testTarget(
      name: "RecordsTests", dependencies: ["Clocks", "Geodesy", "GNSS", "Journal", "Records", "Simulation", "Text"]),
    .testTarget(name: "LocationServicesTests", dependencies: ["Clocks", "Geodesy", "GNSS", "LocationServices"]),
    .testTarget(name: "ConfigurationTests", dependencies: ["BoardFiles", "Configuration", "Text"]),
    .testTarget(
      name: "TrackFilesTests",
      dependencies: ["CExpat", "Clocks", "Geodesy", "GNSS", "LocationServices", "Records", "Text", "TrackFiles"]),
    .testTarget(
      name: "LoggerCoreTests",
      dependencies: [
        "Clocks", "Compass", "Configuration", "Controls", "Geodesy", "GNSS", "LoggerCore", "Records", "Simulation",
        "TestSupport", "Text",
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Clocks", "Configuration", "Controls", "GNSS", "Geodesy", "Journal", "LocationServices", "LoggerCore",
        "Records", "Simulation",
        "Terminal", "Text", "TrackFiles",
      ]),
    .testTarget(name: "TerminalTests", dependencies: ["Clocks", "Geodesy", "GNSS", "Records", "Terminal"]),
    .testTarget(
      name: "BoardTests",
      dependencies: [
        "Board", "CLinux", "Clocks", "Compass", "Configuration", "Controls", "Geodesy", "GNSS", "Journal", "LoggerCore",
        "Records", "Sensors", "Simulation", "Text", "TrackFiles",
      ]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Clocks", "Commands", "Configuration", "Geodesy", "GNSS", "Records", "Simulation", "Text", "TrackFiles",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Everybody imports the regular expressions unasked; nobody needs them, and they would be a twelfth of the program.
for target in package.targets where [.regular, .executable].contains(target.type) {
  target.swiftSettings = [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}
