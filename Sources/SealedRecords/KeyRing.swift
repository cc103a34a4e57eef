/// The keys that one operation has fetched; it ends with the operation.
struct KeyRing {
  /// A key that the operation turned out to need: it is fetched, and the operation begins anew.
  struct Missing: Error, Hashable {
    let kind: RecordKind
    let version: UInt32
  }

  private var indexes: [UInt32: IndexSeal] = [:]
  private var rows: [Missing: RowSeal] = [:]

  init() {}

  func index(_ version: UInt32) throws(Missing) -> IndexSeal {
    guard let seal = indexes[version] else { throw Missing(kind: .index, version: version) }
    return seal
  }

  func row(_ kind: RecordKind, _ version: UInt32) throws(Missing) -> RowSeal {
    let name = Missing(kind: kind, version: version)
    guard let seal = rows[name] else { throw name }
    return seal
  }

  func holds(_ name: Missing) -> Bool {
    name.kind == .index ? indexes[name.version] != nil : rows[name] != nil
  }

  mutating func fetch(_ name: Missing, from keys: any RecordKeys) async throws(RecordError) {
    guard let secret = try await keys.key(for: name.kind, version: Int(name.version)) else {
      throw .keyMissing(name.kind)
    }
    if name.kind == .index {
      indexes[name.version] = try IndexSeal(secret, version: name.version)
    } else {
      rows[name] = try RowSeal(secret, kind: name.kind, version: name.version)
    }
  }
}
