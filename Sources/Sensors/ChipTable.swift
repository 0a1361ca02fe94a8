/// The chips that Waymark knows, a line each. A new driver is registered by a line here.
public enum ChipTable {
  /// Accelerometers. They are looked for first: some hold a magnetometer behind them.
  public static let accelerometers: [any Chip.Type] = [

    ]

  /// Magnetometers, where the address is shared the one that is told most surely first.
  public static let magnetometers: [any Chip.Type] = [

    ]

  /// All chips in the order of the search.
  public static let all = accelerometers + magnetometers
}
