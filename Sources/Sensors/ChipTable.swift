/// The chips that Waymark knows, a line each. A new driver is registered by a line here.
public enum ChipTable {
  /// Accelerometers. They are looked for first: some hold a magnetometer behind them.
  public static let accelerometers: [any Chip.Type] = [
    LIS3DH.self,
    LSM6DS.self,
    LSM9DS1Accelerometer.self,
    MPU6050.self,
    MPU6500.self,
    ICM20948.self,
    ADXL345.self,
  ]

  /// Magnetometers, where the address is shared the one that is told most surely first.
  public static let magnetometers: [any Chip.Type] = [
    HMC5883L.self,
    LSM303DLHCMagnetometer.self,
    LIS2MDL.self,
    LSM9DS1Magnetometer.self,
    LIS3MDL.self,
    QMC5883L.self,
    QMC5883P.self,
    MMC5983MA.self,
    MMC5603.self,
    AK8963.self,
    AK09916.self,
    BMM150.self,
  ]

  /// All chips in the order of the search.
  public static let all = accelerometers + magnetometers
}
