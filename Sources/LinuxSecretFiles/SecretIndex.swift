import SecretStorage

/// Which item stands in which generation: what makes a removed item, and an older one put back, visible.
///
/// Layout: version (1), generation (8), parent (8), kind of the last change (1) and its name, number of items (4), then
/// for each, in the order of the names: name, generation (8). A name has its length (1) before it; numbers are
/// big-endian. Structure only: the sealed envelope around it is opened elsewhere.
struct SecretIndex: Sendable, Hashable {
  enum Flaw: Error { case damaged, newerVersion }

  /// What the change that led to this index did, so that an interrupted one can be finished.
  enum Change: Sendable, Hashable {
    case none
    case wrote(SecretName)
    case deleted(SecretName)
  }

  static let version: UInt8 = 1
  /// The most bytes of an index: some 100,000 items.
  static let limit = 8 << 20

  private(set) var generation: UInt64
  /// The generation of the index that this one follows.
  private(set) var parent: UInt64
  private(set) var last: Change
  private(set) var items: [SecretName: UInt64]

  /// The index of a store whose items were sealed before there were generations.
  init(adopting names: [SecretName] = []) {
    generation = 1
    parent = 0
    last = .none
    items = Dictionary(names.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index after a change; the changed item gets the new generation.
  ///
  /// - Parameter step: at least 1. Drawn at random, so that a write that never came about does not share its
  ///   generation with the one that did.
  func following(_ change: Change, step: UInt32) -> SecretIndex {
    var next = self
    next.parent = generation
    next.generation = generation + max(UInt64(step), 1)
    next.last = change
    switch change {
    case .none: break
    case .wrote(let name): next.items[name] = next.generation
    case .deleted(let name): next.items[name] = nil
    }
    return next
  }

  init(parsing bytes: UnsafeRawBufferPointer) throws(Flaw) {
    var reader = ByteReader(bytes)
    guard let version = reader.byte(), version >= 1 else { throw .damaged }
    guard version == Self.version else { throw .newerVersion }
    guard let generation = reader.number(8), let parent = reader.number(8), parent < generation,
      // Far from overflow, however many writes follow.
      generation < 1 << 62, let kind = reader.byte()
    else { throw .damaged }
    switch kind {
    case 0: last = .none
    case 1, 2:
      guard let name = reader.name() else { throw .damaged }
      last = kind == 1 ? .wrote(name) : .deleted(name)
    default: throw .damaged
    }
    guard let count = reader.number(4) else { throw .damaged }
    var items: [SecretName: UInt64] = [:]
    var previous: SecretName?
    for _ in 0..<count {
      guard let name = reader.name(), let written = reader.number(8), written <= generation else { throw .damaged }
      if let previous, previous >= name { throw .damaged }
      items[name] = written
      previous = name
    }
    guard reader.isAtEnd else { throw .damaged }
    self.generation = generation
    self.parent = parent
    self.items = items
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [Self.version]
    Self.append(generation, 8, to: &bytes)
    Self.append(parent, 8, to: &bytes)
    switch last {
    case .none: bytes.append(0)
    case .wrote(let name):
      bytes.append(1)
      Self.append(name, to: &bytes)
    case .deleted(let name):
      bytes.append(2)
      Self.append(name, to: &bytes)
    }
    Self.append(UInt64(items.count), 4, to: &bytes)
    for (name, written) in items.sorted(by: { $0.key < $1.key }) {
      Self.append(name, to: &bytes)
      Self.append(written, 8, to: &bytes)
    }
    return bytes
  }

  private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))) }
  }

  private static func append(_ name: SecretName, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: name.text.utf8.count))
    bytes += name.text.utf8
  }
}
