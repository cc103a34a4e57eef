import SecurityPolicy

/// Where signals about this process and this device come from: one platform's probes.
///
/// A source looks when it is asked, every time anew, and never decides: a probe that could not look says
/// `unavailable`. It may be called from any thread.
public protocol SignalSource: Sendable {
  /// Everything that this source can look at.
  func signals() -> [Signal]
  /// What belongs to one level. A source that does not tell levels apart looks at everything.
  func signals(_ level: CheckLevel) -> [Signal]
}

extension SignalSource {
  /// Everything, whatever the level.
  public func signals(_ level: CheckLevel) -> [Signal] { signals() }
}
