extension RecordState {
  /// What the anchor keeps while the keys of a wiped store go: newer than any state of it, so that a file without the
  /// wipe's mark does not pass for the newest, and a state that is saved late changes nothing. Nil for what is no
  /// store.
  static func wiping(_ store: [UInt8]) -> RecordState? { ended(store, at: firstOfEnd) }

  /// The same once the keys of all kinds are gone: until the first state of a new store takes its place.
  ///
  /// - Parameter indexKeys: the versions of the index's keys that are about to go. The file names them under no seal
  ///   that can be opened without them; of more than eight the last ones are kept.
  static func wiped(_ store: [UInt8], indexKeys: [UInt32] = []) -> RecordState? {
    ended(store, at: UInt64.max, indexKeys)
  }

  private static let firstOfEnd = UInt64.max - 1

  /// No sealed top has such a state, so that there is room for versions where its digest would be.
  private static func ended(_ store: [UInt8], at generation: UInt64, _ indexKeys: [UInt32] = []) -> RecordState? {
    var digest: [UInt8] = []
    for version in indexKeys.suffix(digestCount / 4) { digest.append(number: version) }
    digest += [UInt8](repeating: 0, count: digestCount - digest.count)
    return RecordState(store: store, generation: generation, digest: digest)
  }

  /// Whether a wipe of this store has begun.
  var isEnding: Bool { generation >= Self.firstOfEnd }

  /// Whether it has erased the keys of all kinds.
  var isWiped: Bool { generation == UInt64.max }

  /// The versions of the index's keys that were left then.
  var indexKeys: [UInt32] {
    guard isWiped else { return [] }
    return stride(from: 0, to: digest.count, by: 4).map { place in
      digest[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    .filter { $0 != 0 }
  }
}
