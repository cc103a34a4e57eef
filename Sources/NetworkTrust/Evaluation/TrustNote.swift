/// What somebody should know about a connection although its certificates hold.
public enum TrustNote: Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Only a reserve key was seen: the server has moved to it, so the policy needs a new reserve.
  case backupPinOnly
  /// Only a pin of a whole certificate matched: the next renewal will lock this app out.
  case wholeCertificatePin
  /// The pins have ended and the policy goes on with the anchors alone.
  case pinsExpired
  /// No pinned key was seen and the policy only reports that.
  case reportOnlyMismatch
  /// No pins were asked for.
  case unpinned
  /// The certificate's names were not looked at.
  case nameIgnored

  public var description: String {
    switch self {
    case .backupPinOnly: "the server uses a reserve key: name a new reserve in the policy"
    case .wholeCertificatePin: "only a whole certificate is pinned: its renewal will end every connection"
    case .pinsExpired: "the pins have expired and are asked for no longer"
    case .reportOnlyMismatch: "no key of the path is pinned; the policy only reports it"
    case .unpinned: "no pins are asked for"
    case .nameIgnored: "the names in the certificate are not looked at"
    }
  }
}
