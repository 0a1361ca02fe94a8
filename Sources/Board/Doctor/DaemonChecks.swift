/// What a running daemon says is wrong, beside what is asked for part by part.
struct DaemonChecks {
  /// What it says; nil if none runs.
  var daemon: DaemonReport?

  /// Told by the checks of the receiver, the bus and the lines.
  private static let toldElsewhere: Set<String> = [
    "receiver_fault", "sensor_bus_fault", "button_fault", "led_fault", "second_led_fault", "buzzer_fault",
    "pulse_fault",
    "magnetometer_fault", "accelerometer_fault",
  ]

  var findings: [Finding] {
    guard let daemon else { return [] }
    let faults = daemon.keys.filter {
      ($0.hasSuffix("_fault") || $0 == "button_stuck") && !Self.toldElsewhere.contains($0)
    }
    .sorted().compactMap { key in daemon.text(key).map { Finding("daemon.\(key)", .fault, $0) } }
    return faults.isEmpty ? [Finding("daemon", .good, "the daemon runs and has no complaints")] : faults
  }
}
