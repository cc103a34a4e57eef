import SecurityPolicy

/// Where the operating system's own description comes from.
///
/// The answer is a claim: whoever controls the device can change it. Nil when the system does not say what it is.
public protocol SystemFacts: Sendable {
  func system() -> OperatingSystem?
}
