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

  /// The name a receiver is called by on the command line, and what it draws, as TOML. A new one is a file in
  /// `receivers`, its line in `Package.swift`, and a line in this list.
  public static let receivers: [(name: String, toml: [UInt8])] = [
    ("l76k", PackageResources.l76k_toml),
    ("lc76g", PackageResources.lc76g_toml),
    ("max-m10s", PackageResources.max_m10s_toml),
    ("mt3339", PackageResources.mt3339_toml),
    ("neo-6m", PackageResources.neo_6m_toml),
    ("sam-m8q", PackageResources.sam_m8q_toml),
  ]
}
