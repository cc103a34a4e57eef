#if Server
  /// A token key as an operator sees it; nothing private in it.
  public struct SigningKeyStatus: Sendable, Hashable {
    /// Where a key stands in its life.
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// Published; its time to sign has not come.
      case announced
      /// Published; its time has come, but the policy's `tokenKeys` do not list it, so devices would refuse its tokens.
      case awaitingPin
      /// Signs.
      case active
      /// Signs no more; its last tokens may still be good.
      case retired
    }

    /// RFC 7638 thumbprint: `kid` of tokens, and what belongs into the policy's `tokenKeys`.
    public let id: String
    public let state: State
    /// Seconds since 1970.
    public let createdAt: Int64
    public let activeFrom: Int64
    /// When the last of its tokens has ended and it is removed; nil before it retires, and while the policy lists it.
    public let goneAt: Int64?
  }
#endif
