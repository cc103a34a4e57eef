import Redaction
import TrustWire
import UntrustedInput

/// What outlives a launch: the two token pairs and the count of failures. Kept as one value, so that a crash leaves
/// the old session or the new one and never half of each.
public struct StoredSession: Sendable {
  public var app: TokenPair?
  public var user: TokenPair?
  /// Who signed in last: whose data lies on this device, also after the session ended.
  public var account: String?
  /// When the person signed in, seconds since 1970.
  public var loggedInAt: Int64?
  /// Refreshes that failed in a row.
  public var failures: Int

  public init(
    app: TokenPair? = nil, user: TokenPair? = nil, account: String? = nil, loggedInAt: Int64? = nil, failures: Int = 0
  ) {
    self.app = app
    self.user = user
    self.account = account
    self.loggedInAt = loggedInAt
    self.failures = failures
  }

  /// The bytes to hand to a secret store.
  public func sealedForm() -> Secret {
    var members: [JSONMember] = [JSONMember("version", 1), JSONMember("failures", .integer(Int64(failures)))]
    if let app { members.append(JSONMember("app", Self.node(app))) }
    if let user { members.append(JSONMember("user", Self.node(user))) }
    if let account { members.append(JSONMember("account", .string(account))) }
    if let loggedInAt { members.append(JSONMember("loggedInAt", .integer(loggedInAt))) }
    return Secret(copying: JSONWriter().bytes(JSONNode(.object(members))))
  }

  /// - Throws: ``SessionError`` `storage` (damaged), `newerFormat`.
  public init(reading secret: borrowing Secret) throws(SessionError) {
    let bytes = secret.withExposedBytes { Array($0) }
    guard let node = try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes),
      let version = node["version"]?.integer
    else { throw .storage }
    guard version == 1 else { throw .newerFormat }
    guard let failures = node["failures"]?.integer else { throw .storage }
    let loggedInAt = node["loggedInAt"]?.integer
    // Without the time of login a session would have no end.
    guard node["user"] == nil || loggedInAt != nil else { throw .storage }
    self.init(
      app: try node["app"].map(Self.pair), user: try node["user"].map(Self.pair), account: node["account"]?.string,
      loggedInAt: loggedInAt, failures: Int(failures))
  }

  private static func node(_ pair: TokenPair) -> JSONNode {
    [
      "access": .string(pair.access.exposedText()), "refresh": .string(pair.refresh.exposedText()),
      "expiresAt": .integer(pair.expiresAt), "tier": .string(pair.tier.rawValue),
    ]
  }

  private static func pair(_ node: JSONNode) throws(SessionError) -> TokenPair {
    guard let access = node["access"]?.string, let refresh = node["refresh"]?.string,
      let expiresAt = node["expiresAt"]?.integer, let tier = node["tier"]?.string.flatMap(TrustTier.init)
    else { throw .storage }
    return TokenPair(
      access: HeldToken(access), refresh: HeldToken(refresh), expiresAt: expiresAt, tier: tier)
  }
}
