/// The top of the index, sealed: one per file, written anew with every transaction.
struct IndexHeader: Hashable, Sendable {
  /// One kind of records: which key seals it, and what is left of a rewrite.
  struct Table: Hashable, Sendable {
    var kind: RecordKind
    var key: UInt32
    /// The key that is being replaced; 0 when none is.
    var oldKey: UInt32 = 0
    var payloadVersion: UInt16
    /// The first leaf that a running rewrite has not looked at; nil when none runs.
    var cursor: Int64?
  }

  /// Counts transactions.
  var generation: UInt64 = 1
  /// The last sequence number given out: none is ever used twice, also after the newest record was deleted.
  var sequence: Int64 = 0
  /// How many levels lie above the leaves.
  var height: UInt8 = 0
  var root: IndexChild?
  /// The owner's keyed hash.
  var owner: [UInt8]
  /// The last key version given out.
  var keys: UInt32
  /// The index key that is being replaced; 0 when none is.
  var oldIndexKey: UInt32 = 0
  var indexCursor: Int64?
  /// Whether the keys of the first file format wait to be erased.
  var hasLegacyKeys = false
  var tables: [Table] = []

  init(owner: [UInt8], keys: UInt32) {
    self.owner = owner
    self.keys = keys
  }

  /// - Throws: ``RecordError/full`` when all are given out.
  func nextKey() throws(RecordError) -> UInt32 {
    guard keys < .max else { throw .full }
    return keys + 1
  }

  /// - Throws: ``RecordError/tooManyKinds(limit:)`` where the file neither has this kind nor takes another one.
  func expectRoom(for kind: RecordKind) throws(RecordError) {
    guard number(of: kind) != nil || tables.count < Self.kindLimit else { throw .tooManyKinds(limit: Self.kindLimit) }
  }

  func number(of kind: RecordKind) -> UInt16? {
    tables.firstIndex { $0.kind == kind }.map { UInt16(truncatingIfNeeded: $0) }
  }
}

extension IndexHeader {
  static let ownerCount = 32
  /// Sequence numbers stay below this: a thousand records a second last for 8900 years.
  static let sequenceLimit: Int64 = 1 << 48
  /// Kinds in one file. Each takes room in the header, and in each node of the index above records of it.
  static let kindLimit = 4096
  /// A new store's first key version stays below this, so that as many are left for it.
  static let firstKeyLimit: UInt32 = 1 << 31

  init(parsing bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    generation = try reader.number(UInt64.self)
    sequence = Int64(bitPattern: try reader.number(UInt64.self))
    height = try reader.number(UInt8.self)
    keys = try reader.number(UInt32.self)
    oldIndexKey = try reader.number(UInt32.self)
    indexCursor = try Self.cursor(&reader)
    let flags = try reader.number(UInt8.self)
    hasLegacyKeys = flags & 1 == 1
    owner = Array(try reader.take(Self.ownerCount))
    root = flags & 2 == 2 ? try IndexChild(from: &reader) : nil
    let count = try reader.number(UInt16.self)
    for _ in 0..<count {
      let length = Int(try reader.number(UInt8.self))
      let text = String(validating: try reader.take(length), as: UTF8.self)
      guard let kind = text.flatMap(RecordKind.init) else { throw ByteReader.Malformed() }
      tables.append(
        Table(
          kind: kind, key: try reader.number(UInt32.self), oldKey: try reader.number(UInt32.self),
          payloadVersion: try reader.number(UInt16.self), cursor: try Self.cursor(&reader)))
    }
    guard reader.isAtEnd, sequence >= 0, height <= 10, flags <= 3 else {
      throw ByteReader.Malformed()
    }
    guard Set(tables.map(\.kind)).count == tables.count else { throw ByteReader.Malformed() }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: generation)
    bytes.append(number: UInt64(bitPattern: sequence))
    bytes.append(height)
    bytes.append(number: keys)
    bytes.append(number: oldIndexKey)
    bytes.append(number: UInt64(bitPattern: indexCursor ?? -1))
    bytes.append((hasLegacyKeys ? 1 : 0) | (root == nil ? 0 : 2))
    bytes += owner
    root?.write(to: &bytes)
    bytes.append(number: UInt16(truncatingIfNeeded: tables.count))
    for table in tables {
      bytes.append(UInt8(truncatingIfNeeded: table.kind.text.utf8.count))
      bytes += Array(table.kind.text.utf8)
      bytes.append(number: table.key)
      bytes.append(number: table.oldKey)
      bytes.append(number: table.payloadVersion)
      bytes.append(number: UInt64(bitPattern: table.cursor ?? -1))
    }
    return bytes
  }

  private static func cursor(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Int64? {
    let number = Int64(bitPattern: try reader.number(UInt64.self))
    return number < 0 ? nil : number
  }
}
