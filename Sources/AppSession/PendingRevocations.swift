import Redaction
import UntrustedInput

/// Sessions that ended here while the server could not be told: their refresh tokens, until it knows.
///
/// They outlive the wipe of a logout, because what is erased cannot be revoked (O.Auth_15), and that is all they are
/// kept for: only tokens that are bound to the device key are in here, so a copy of them opens nothing without it; they
/// name nobody; at most ``limit`` are kept, each until the server answers about it. When a token ends by itself is noted
/// and drops none: whoever sets this device's clock must not keep a session from being ended.
public struct PendingRevocations: Sendable {
  /// One token and when it ends by itself, seconds since 1970 by this device's clock.
  public struct Entry: Sendable {
    public let token: HeldToken
    public let until: Int64

    public init(token: HeldToken, until: Int64) {
      self.token = token
      self.until = until
    }
  }

  public static let limit = 8
  public private(set) var entries: [Entry]

  /// Keeps the newest of them.
  public init(_ entries: [Entry] = []) { self.entries = entries.suffix(Self.limit) }

  mutating func add(_ entry: Entry) {
    self = PendingRevocations(entries.filter { $0.token.exposedText() != entry.token.exposedText() } + [entry])
  }
  /// The same with those of `others` that are not in it.
  func adding(_ others: PendingRevocations) -> PendingRevocations {
    let known = Set(entries.map { $0.token.exposedText() })
    return PendingRevocations(entries + others.entries.filter { !known.contains($0.token.exposedText()) })
  }
  mutating func remove(where isDone: (HeldToken) -> Bool) { entries.removeAll { isDone($0.token) } }

  /// The bytes to hand to a secret store.
  public func sealedForm() -> Secret {
    let list = entries.map { entry -> JSONNode in
      ["token": .string(entry.token.exposedText()), "until": .integer(entry.until)]
    }
    return Secret(copying: JSONWriter().bytes(["version": 1, "tokens": JSONNode(.array(list))]))
  }

  /// - Throws: ``SessionError`` `damaged`, `newerFormat`.
  public init(reading secret: borrowing Secret) throws(SessionError) {
    let bytes = secret.withExposedBytes { Array($0) }
    guard let node = try? JSONReader(maximumBytes: 256 << 10, maximumDepth: 4).read(bytes),
      let version = node["version"]?.integer, version >= 1
    else { throw .damaged }
    guard version == 1 else { throw .newerFormat }
    guard let list = node["tokens"]?.array, list.count <= Self.limit else { throw .damaged }
    var entries: [Entry] = []
    for node in list {
      guard let until = try node.time("until") else { throw .damaged }
      entries.append(Entry(token: HeldToken(try node.words("token")), until: until))
    }
    self.init(entries)
  }
}
