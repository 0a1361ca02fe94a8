/// Why a sentence was not believed.
public enum Refusal: UInt8, Sendable, CaseIterable {
  /// The checksum does not fit, or its two digits are none.
  case checksum
  /// There is no checksum.
  case unchecked
  /// The next sentence, a byte that no sentence holds, or the end of the stream cut it off.
  case cut
  /// It is longer than 1,024 bytes.
  case length
  /// The address before the first comma is none.
  case address

  /// The word used in output.
  public var name: StaticString {
    switch self {
    case .checksum: "checksum"
    case .unchecked: "unchecked"
    case .cut: "cut"
    case .length: "length"
    case .address: "address"
    }
  }
}
