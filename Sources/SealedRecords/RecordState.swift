/// Which state a record file is in: what an anchor keeps and a server may compare. Nothing in it is secret.
public struct RecordState: Sendable, Hashable {
  /// 16 random bytes that a file gets when it is made and when it changes its owner.
  public let store: [UInt8]
  /// Counts transactions.
  public let generation: UInt64
  /// SHA-256 over the sealed top of the index, 32 bytes: two states with one generation and different digests are two
  /// histories.
  public let digest: [UInt8]

  /// Nil unless the store has 16 bytes and the digest 32.
  public init?(store: [UInt8], generation: UInt64, digest: [UInt8]) {
    guard store.count == Self.storeCount, digest.count == Self.digestCount else { return nil }
    self.store = store
    self.generation = generation
    self.digest = digest
  }

  /// The 56 bytes to keep: store, generation (big-endian), digest.
  public var bytes: [UInt8] {
    var bytes = store
    bytes.append(number: generation)
    return bytes + digest
  }

  /// Nil for anything but what ``bytes`` gives.
  public init?(parsing bytes: [UInt8]) {
    guard bytes.count == Self.storeCount + 8 + Self.digestCount else { return nil }
    let generation = bytes[Self.storeCount..<(Self.storeCount + 8)].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    self.init(
      store: Array(bytes.prefix(Self.storeCount)), generation: generation,
      digest: Array(bytes.suffix(Self.digestCount)))
  }

  static let storeCount = 16
  static let digestCount = 32
}
