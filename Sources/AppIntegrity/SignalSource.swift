import SecurityPolicy

/// Where signals about this process and this device come from: one platform's probes.
///
/// A source looks when it is asked, every time anew, and never decides: a probe that could not look says
/// `unavailable`. It may be called from any thread.
public protocol SignalSource: Sendable {
  func signals() -> [Signal]
}
