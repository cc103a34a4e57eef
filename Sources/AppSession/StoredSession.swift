import Redaction
import TrustWire
import UntrustedInput

/// What outlives a launch: the two token pairs and what the session's machine remembers. Kept as one value, so that a
/// crash leaves the old session or the new one and never half of each.
public struct StoredSession: Sendable {
  public var app: TokenPair?
  public var user: TokenPair?
  /// The label under which the data of whoever signed in last lies on this device, also after the session ended.
  public var account: String?
  /// Whom the server's tokens name (`sub`); nil while only a typed name is known, from an older version.
  public var subject: String?
  /// The name as it was typed last.
  public var name: String?
  public var memory: SessionMemory

  public init(
    app: TokenPair? = nil, user: TokenPair? = nil, account: String? = nil, subject: String? = nil, name: String? = nil,
    memory: SessionMemory = SessionMemory()
  ) {
    self.app = app
    self.user = user
    self.account = account
    self.subject = subject
    self.name = name
    self.memory = memory
  }

  /// What is left of a session that cannot be read.
  static var damaged: StoredSession {
    var memory = SessionMemory()
    memory.state = .ended(.storeDamaged)
    return StoredSession(memory: memory)
  }

  /// The token pair of one kind.
  public subscript(kind: TokenKind) -> TokenPair? {
    get { kind == .app ? app : user }
    set { if kind == .app { app = newValue } else { user = newValue } }
  }

  /// The same with the account that lies beside the data, where the session does not know one.
  func left(by owner: DataOwner?) -> StoredSession {
    guard account == nil, let owner else { return self }
    var session = self
    (session.account, session.subject) = (owner.label, owner.subject)
    return session
  }

  /// Notes who signed in.
  mutating func belongs(to subject: String, typedAs name: String) {
    account = label(of: subject, typedAs: name)
    self.subject = subject
    self.name = name
  }

  /// Under which label the data of whoever signs in lies, or will. Names are compared byte by byte: two texts that Swift
  /// calls equal may be two accounts.
  func label(of subject: String, typedAs name: String) -> String {
    if let account {
      let (known, now) = self.subject.map { ($0, subject) } ?? (account, name)
      if known.utf8.elementsEqual(now.utf8) { return account }
    }
    let label = "sub:" + subject
    // Somebody may have typed just this when names were labels.
    return account == label ? "sub:" + label : label
  }

  /// The bytes to hand to a secret store.
  public func sealedForm() -> Secret {
    var members: [JSONMember] = [JSONMember("version", 3), JSONMember("memory", memory.node)]
    if let app { members.append(JSONMember("app", app.node)) }
    if let user { members.append(JSONMember("user", user.node)) }
    if let account { members.append(JSONMember("account", .string(account))) }
    if let subject { members.append(JSONMember("subject", .string(subject))) }
    if let name { members.append(JSONMember("name", .string(name))) }
    return Secret(copying: JSONWriter().bytes(JSONNode(.object(members))))
  }

  /// Reads version 3, and those of older apps: in 2 the typed name stood for the person, and whoever was signed in when
  /// it was 1 has to prove to be there, because that version did not note when.
  ///
  /// - Throws: ``SessionError`` `damaged`, `newerFormat`.
  public init(reading secret: borrowing Secret) throws(SessionError) {
    let bytes = secret.withExposedBytes { Array($0) }
    guard let node = try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes),
      let version = node["version"]?.integer, version >= 1
    else { throw .damaged }
    guard version <= 3 else { throw .newerFormat }
    app = try node["app"].map(TokenPair.init(stored:))
    user = try node["user"].map(TokenPair.init(stored:))
    account = node["account"]?.string
    if version < 3 {
      subject = user?.subject
      name = account
      account = account ?? subject
    } else {
      subject = node["subject"]?.string
      name = node["name"]?.string
    }
    if version == 1 {
      memory = try SessionMemory(version1: node, hasApp: app != nil, hasUser: user != nil)
    } else {
      guard let stored = node["memory"] else { throw .damaged }
      memory = try SessionMemory(stored: stored)
      // A person's tokens without a session, or a session without tokens, is half of something.
      guard memory.state.hasPerson == (user != nil) else { throw .damaged }
    }
  }
}
