public import SecurityPolicy

/// What became of a try under ``PINRules``. Only ``holds`` lets anybody in.
public enum PINOutcome: Sendable, Hashable {
  case holds
  /// Another PIN. So many tries are left, and none of them before `wait` is over.
  case wrong(triesLeft: Int, wait: Duration)
  /// Too early: nothing was counted and nothing compared.
  case mustWait(Duration)
  /// This was the last try, or there was none left: what the policy erases then has to go now.
  case noTryLeft
  /// Nobody can tell: no PIN is set, or its secret is gone.
  case undetermined(Verdict.Reason)

  /// The same as a judgement.
  public var verdict: Verdict {
    switch self {
    case .holds: .holds
    case .wrong: .fails("the PIN is not the one that was set")
    case .mustWait: .undetermined("it is too early for another try; the PIN was not compared")
    case .noTryLeft: PINVault.noTryLeft
    case .undetermined(let reason): .undetermined(reason)
    }
  }
}
