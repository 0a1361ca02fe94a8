/// The board profiles of this folder as bytes, built into the program so that it needs no file beside it.
///
/// A new board is a file here, its line in `Package.swift`, and a line in this list.
public enum BoardFiles {
  /// The name a board is called by on the command line, and its profile as TOML.
  public static let all: [(name: String, toml: [UInt8])] = [
    ("beaglebone-black", PackageResources.beaglebone_black_toml),
    ("orange-pi-zero-3", PackageResources.orange_pi_zero_3_toml),
    ("raspberry-pi-3", PackageResources.raspberry_pi_3_toml),
    ("raspberry-pi-4", PackageResources.raspberry_pi_4_toml),
    ("raspberry-pi-5", PackageResources.raspberry_pi_5_toml),
    ("raspberry-pi-zero-2-w", PackageResources.raspberry_pi_zero_2_w_toml),
  ]
}
