/// The keys that one operation has fetched; it ends with the operation.
struct KeyRing {
  /// A key that the operation turned out to need: it is fetched, and the operation begins anew.
  struct Missing: Error, Hashable {
    let kind: RecordKind
    let version: UInt32
  }

  private var indexes: [UInt32: IndexSeal] = [:]
  private var rows: [Missing: RowSeal] = [:]
  /// Keys of rows that are lost for good: damage of the rows that they sealed, and no reason to leave the others.
  private var lost: Set<Missing> = []

  init() {}

  func index(_ version: UInt32) throws(Missing) -> IndexSeal {
    guard let seal = indexes[version] else { throw Missing(kind: .index, version: version) }
    return seal
  }

  /// - Throws: ``Missing``; ``RecordError/keyMissing(_:)`` where fetching showed that the key is lost.
  func row(_ kind: RecordKind, _ version: UInt32) throws -> RowSeal {
    let name = Missing(kind: kind, version: version)
    if let seal = rows[name] { return seal }
    guard !lost.contains(name) else { throw RecordError.keyMissing(kind) }
    throw name
  }

  func holds(_ name: Missing) -> Bool {
    name.kind == .index ? indexes[name.version] != nil : rows[name] != nil
  }

  /// Gets a key, or notes that it is lost. One that is out of reach now is neither.
  ///
  /// - Throws: what the keys throw; ``RecordError/keyMissing(_:)`` where the index's key is lost: nothing opens then.
  mutating func fetch(_ name: Missing, from keys: any RecordKeys) async throws(RecordError) {
    guard let secret = try await keys.key(for: name.kind, version: Int(name.version)) else {
      guard name.kind != .index else { throw .keyMissing(.index) }
      lost.insert(name)
      return
    }
    if name.kind == .index {
      indexes[name.version] = try IndexSeal(secret, version: name.version)
    } else {
      rows[name] = try RowSeal(secret, kind: name.kind, version: name.version)
    }
  }
}
