import AppSession
public import UntrustedInput

/// What the person has to be told about their session: why it is locked, why it ended, or what went wrong beside it.
public enum ShieldNotice: Sendable, Hashable {
  case locked(SessionLock)
  case ended(SessionEndReason)
  case incident(SessionIncident)

  /// Nil for a state that needs no word.
  init?(_ state: SessionState) {
    switch state {
    case .idleLocked(let lock), .reauthenticationDue(let lock): self = .locked(lock)
    case .ended(let reason): self = .ended(reason)
    case .signedOut, .appTrusted, .active: return nil
    }
  }

  /// Title, text and button for it.
  public func words(in language: DisplayLanguage) -> SessionNotice {
    switch self {
    case .locked(let lock): SessionNotice(lock, in: language)
    case .ended(let reason): SessionNotice(reason, in: language)
    case .incident(let incident): SessionNotice(incident, in: language)
    }
  }
}
