#if Server
  /// Why a session is over. The word is what stores keep: a case may be added, none renamed.
  public enum SessionEnd: String, Sendable, Hashable, CaseIterable {
    /// Whoever held one of its refresh tokens gave it back. Source: RFC 7009.
    case revoked
    /// A spent refresh token came back after its window: two parties held the lineage. Also a person's session whose
    /// app session ended by that.
    case reused
    /// Nobody refreshed it for as long as the policy allows.
    case idle
    /// The longest time that the policy gives a person's session.
    case maximum
    /// Its refresh token reached its own lifetime unused.
    case expired
    /// The person ended it, here or from another device.
    case loggedOut
    case byOperator = "operator"
    /// The app session that it was opened through is over.
    case parentEnded
    /// The device no longer passes: an operator has blocked it, or its own report says that it is rooted or hooked.
    case deviceRefused
    /// The password was changed elsewhere.
    case passwordChanged
    /// Its device reported again and uses the app session that it got for that.
    case replaced
    /// The person signed in again and had as many sessions as ``ServerLimits/sessionsPerPerson`` allows.
    case tooMany
    /// A newer program ended it, for a reason that this one has no word for.
    case unknown

    /// What a store's word says: also one of a newer program means that the session is over.
    init(stored word: String) { self = Self(rawValue: word) ?? .unknown }

    /// Whether nobody decided it.
    var isByTime: Bool { [.idle, .maximum, .expired].contains(self) }
  }
#endif
