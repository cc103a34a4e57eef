/// What is known about push notifications of this installation, and what to do next: pure.
///
/// A token goes to the server only while the user wants notifications and the system says that they are permitted. It is
/// written down before it is sent, so that a crash in between leaves no token at the server that nobody withdraws.
public struct PushState: Sendable, Hashable {
  /// Tokens whose withdrawal may wait at a time.
  public static let limit = 16

  /// What to do about the server's list.
  public enum Step: Sendable, Hashable {
    /// Write the state down with this token among ``known``, then send it, then call ``PushState/sent(_:)``.
    case send(PushToken)
    /// Withdraw it, then call ``PushState/withdrawn(_:)``.
    case withdraw(PushToken)
  }

  // O.Plat_5#850
  /// Whether the user switched notifications on in the app: not at delivery.
  public internal(set) var isWanted = false
  /// The number of the explanation that the user agreed to.
  public internal(set) var explanation = 1
  /// Tokens that the server may have.
  public internal(set) var known: [PushToken] = []
  /// The token that the server confirmed.
  public internal(set) var confirmed: PushToken?
  /// What the system said last; nil before it was asked in this process. Not kept: it changes while the app is closed.
  public var authorization: NotificationAuthorization?
  /// What the system gave in this process. Not kept: the system gives it at every start.
  public var token: PushToken?

  public init() {}

  /// The same for nobody in particular: what the server has is to be withdrawn, nothing else is sent.
  public var unwanted: PushState {
    var left = self
    left.isWanted = false
    return left
  }

  /// Whether the server should have a token; nil before the system was asked.
  public var mayReceive: Bool? {
    guard isWanted else { return false }
    return authorization.map { $0 == .granted }
  }

  /// The next step, leaving out tokens whose withdrawal was tried in vain. Nil when nothing can be done now.
  public func next(without tried: Set<PushToken> = []) -> Step? {
    guard let mayReceive else { return nil }
    // Until the system has given a token, the one that the server has is taken for it.
    let right = mayReceive ? token ?? confirmed : nil
    if let old = known.first(where: { $0 != right && !tried.contains($0) }) { return .withdraw(old) }
    guard let right, right != confirmed, known.count < Self.limit || known.contains(right) else { return nil }
    return .send(right)
  }

  /// To be written down before the token is sent.
  mutating func sending(_ token: PushToken) {
    if !known.contains(token) { known.append(token) }
  }

  mutating func sent(_ token: PushToken) { confirmed = token }

  mutating func withdrawn(_ token: PushToken) {
    known.removeAll { $0 == token }
    if confirmed == token { confirmed = nil }
  }

  /// Whether nothing is left to do.
  public var isSettled: Bool { next() == nil && (mayReceive != false || known.isEmpty) }
}
