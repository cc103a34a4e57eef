import UntrustedInput

/// How far a device's record store has come: what the server remembers, to notice when an older copy comes back.
///
/// - Protects against: a record file, or a whole device, that was restored to an earlier moment while an honest app runs
///   on it. The device cannot see the second case by itself; the server can, because its memory was not restored.
/// - Does not protect against: an app that was changed. The anchor is the device's own claim, so whoever controls the
///   app can claim a new store, which is an event for the operator and no refusal.
/// - Says nothing about the records: the digest is made with a key that the server does not have.
///
/// On the wire: `{"store": base64url of 16 bytes, "generation": integer from 0, "digest": base64url of 32 bytes}`.
public struct RecordStoreAnchor: Sendable, Hashable {
  /// 16 random bytes, made with the store; another value means another store.
  public let store: [UInt8]
  /// Counts the store's committed changes, from 0.
  public let generation: Int64
  /// 32 bytes over the store's whole content at this generation.
  public let digest: [UInt8]

  /// - Throws: ``WireError/missing(member:)`` naming the part that has another length, or a negative generation.
  public init(store: [UInt8], generation: Int64, digest: [UInt8]) throws(WireError) {
    guard store.count == 16 else { throw .missing(member: "store") }
    guard generation >= 0 else { throw .missing(member: "generation") }
    guard digest.count == 32 else { throw .missing(member: "digest") }
    self.store = store
    self.generation = generation
    self.digest = digest
  }

  /// The anchor as it travels.
  public var node: JSONNode {
    [
      "store": .string(Base64URL.encode(store)), "generation": .integer(generation),
      "digest": .string(Base64URL.encode(digest)),
    ]
  }

  // O.Source_1#132
  /// - Throws: ``WireError/missing(member:)``; only the one spelling of each base64url text is read.
  public init(wire node: JSONNode) throws(WireError) {
    try self.init(
      store: try Self.bytes("store", node), generation: try node.number("generation"),
      digest: try Self.bytes("digest", node))
  }

  private static func bytes(_ name: String, _ node: JSONNode) throws(WireError) -> [UInt8] {
    guard let bytes = try? Base64URL.decode(try node.text(name, most: 64)) else { throw .missing(member: name) }
    return bytes
  }
}
