import Glibc

/// What the firmware says of the board it runs on.
public struct DeviceTree: Equatable, Sendable {
  /// Its model for people, such as `Raspberry Pi 4 Model B Rev 1.4`; nil where there is no device tree, as on a PC.
  public var model: String?
  /// Its names, the most specific first (Devicetree Specification 0.4, 2.3.1).
  public var compatible: [String]

  init(model: String?, compatible: [String]) {
    self.model = model
    self.compatible = compatible
  }

  /// Reads what the kernel shows of it.
  ///
  /// - Parameter root: the root of the file system; another one in tests.
  public init(root: String = "") {
    model = SmallFile.text("\(root)/proc/device-tree/model")?.split(separator: "\0").first.map(String.init)
    compatible =
      SmallFile.text("\(root)/proc/device-tree/compatible")?.split(separator: "\0").map(String.init) ?? []
  }
}
