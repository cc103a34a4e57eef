import Redaction
import TrustWire
import UntrustedInput

/// What outlives a launch: the two token pairs and what the session's machine remembers. Kept as one value, so that a
/// crash leaves the old session or the new one and never half of each.
public struct StoredSession: Sendable {
  public var app: TokenPair?
  public var user: TokenPair?
  /// Who signed in last: whose data lies on this device, also after the session ended.
  public var account: String?
  public var memory: SessionMemory

  public init(
    app: TokenPair? = nil, user: TokenPair? = nil, account: String? = nil, memory: SessionMemory = SessionMemory()
  ) {
    self.app = app
    self.user = user
    self.account = account
    self.memory = memory
  }

  /// The token pair of one kind.
  public subscript(kind: TokenKind) -> TokenPair? {
    get { kind == .app ? app : user }
    set { if kind == .app { app = newValue } else { user = newValue } }
  }

  /// The bytes to hand to a secret store.
  public func sealedForm() -> Secret {
    var members: [JSONMember] = [JSONMember("version", 2), JSONMember("memory", memory.node)]
    if let app { members.append(JSONMember("app", app.node)) }
    if let user { members.append(JSONMember("user", user.node)) }
    if let account { members.append(JSONMember("account", .string(account))) }
    return Secret(copying: JSONWriter().bytes(JSONNode(.object(members))))
  }

  /// Reads version 2, and version 1 of older apps: whoever was signed in then has to prove to be there, because that
  /// version did not note when.
  ///
  /// - Throws: ``SessionError`` `storage` (damaged), `newerFormat`.
  public init(reading secret: borrowing Secret) throws(SessionError) {
    let bytes = secret.withExposedBytes { Array($0) }
    guard let node = try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes),
      let version = node["version"]?.integer, version >= 1
    else { throw .storage }
    guard version <= 2 else { throw .newerFormat }
    app = try node["app"].map(TokenPair.init(stored:))
    user = try node["user"].map(TokenPair.init(stored:))
    account = node["account"]?.string
    if version == 1 {
      memory = try SessionMemory(version1: node, hasApp: app != nil, hasUser: user != nil)
    } else {
      guard let stored = node["memory"] else { throw .storage }
      memory = try SessionMemory(stored: stored)
      // A person's tokens without a session, or a session without tokens, is half of something.
      guard memory.state.hasPerson == (user != nil) else { throw .storage }
    }
  }
}
