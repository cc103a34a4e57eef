#if Server
  import Foundation
  import SecurityPolicy
  import TrustWire

  /// One decision of the server, for an operator's log. Holds no token, name, password, challenge or outside text.
  public struct TrustEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case deviceAdmitted, deviceRefused, loggedIn, refreshed
      /// Hardware evidence was not what it should be; what becomes of its device is told by an event of its own.
      case attestationRefused
      /// Hardware evidence could not be judged, as without a fresh revocation list: the operator has something to do.
      case attestationUndetermined
      /// A device that an operator has blocked asked for something and was refused.
      case blockedDeviceRefused
      /// An operator blocked a device, or took that back. Told where the operator's desk runs.
      case deviceBlocked, deviceUnblocked
      /// The answer to the last refresh was lost; its unused successor was replaced.
      case refreshRecovered
      /// A refresh token came that is newer than the store knows, and was taken up: another database took over, or a backup
      /// was restored, and commits are missing.
      case refreshReclaimed
      /// A spent token came back: its session has ended.
      case reuseDetected
      /// A device's records stand at an earlier state than the server has seen: an older copy was restored.
      case recordsRolledBack
      /// A device sends from another record store than before: reinstalled, wiped, or a second store.
      case recordStoreReplaced
      /// A device that anchored its records before sent some without an anchor.
      case recordsUnanchored
      /// A password was changed by its owner or set by an operator; every other session of the account has ended.
      case passwordChanged
      /// A device met a server that showed no pinned key: a forgotten pin, or somebody in between.
      case pinFailureReported
      /// A token key was made, by schedule or by command, and the policy does not list it, so that it will not sign: the
      /// operator has something to do. Each process tells it once, and once more when the key's time has come.
      case signingKeyWaits
      /// Told at the start: when another database takes over, confirmed commits may be missing there.
      case commitsMayBeLost
      /// A session was used at a time that is more than a day ahead, and was refused without an end: this server's clock
      /// is behind, or was ahead then. Or a running server found that the store has kept such a time, and tells it once:
      /// the next start will be refused. The operator has to set the clock, or to accept it.
      case clockInDoubt
      case sessionRevoked, recordsStored, requestRefused, storeFailed
    }

    public let kind: Kind
    public let date: Date
    /// The first 8 characters of the device key's thumbprint, when a signature proved it.
    public let device: String?
    public let reason: RefusalReason?
    public let code: DecisionCode?
    /// The id of the token key that it is about (RFC 7638 thumbprint), as every token names it.
    public let key: String?
    /// One of our own sentences.
    public let explanation: String

    public init(
      kind: Kind, date: Date, device: String?, reason: RefusalReason?, code: DecisionCode?, key: String? = nil,
      explanation: String
    ) {
      self.kind = kind
      self.date = date
      self.device = device
      self.reason = reason
      self.code = code
      self.key = key
      self.explanation = explanation
    }
  }
#endif
