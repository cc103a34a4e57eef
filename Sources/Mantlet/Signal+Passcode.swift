import SecurityPolicy

extension Signal {
  /// Whether the device has a passcode. Without one whoever holds it is its owner, and items that need one are refused.
  /// Many people have none, so it is a weak sign: it decides nothing here.
  init(passcode: Verdict) {
    let observation: Observation =
      switch passcode {
      case .holds: .clean
      case .fails: .detected
      case .undetermined: .unavailable
      }
    self.init(
      probe: "passcode.set", category: .passcode, strength: .weak, family: .systemProperties, observation: observation)
  }
}
