extension Double {
  /// A direction as it is printed, rounded to hundredths of a degree, 0..<360: 359.996 must not become 360. What is no
  /// number, or beyond a million degrees, stays as it is.
  public var bearingToPrint: Double {
    guard magnitude < 1e6 else { return self }
    let hundredths = Int((self * 100).rounded()) % 36_000
    return Double(hundredths < 0 ? hundredths + 36_000 : hundredths) / 100
  }
}
