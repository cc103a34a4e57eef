extension RecordState {
  /// What the anchor keeps while the keys of a wiped store go: newer than any state of it, so that a file without the
  /// wipe's mark does not pass for the newest, and a state that is saved late changes nothing. Nil for what is no
  /// store.
  static func wiping(_ store: [UInt8]) -> RecordState? { ended(store, at: firstOfEnd) }

  /// The same once the keys of all kinds are gone: until the first state of a new store takes its place.
  static func wiped(_ store: [UInt8]) -> RecordState? { ended(store, at: UInt64.max) }

  private static let firstOfEnd = UInt64.max - 1

  private static func ended(_ store: [UInt8], at generation: UInt64) -> RecordState? {
    RecordState(store: store, generation: generation, digest: [UInt8](repeating: 0, count: 32))
  }

  /// Whether a wipe of this store has begun.
  var isEnding: Bool { generation >= Self.firstOfEnd }

  /// Whether it has erased the keys of all kinds.
  var isWiped: Bool { generation == UInt64.max }
}
