import Foundation

/// Which records of a sealed index could have an id: by it, one that none of them can have is proven absent without a walk
/// through the index. SQLite's own index of ids is under no seal; whoever may write to the file decides what it shows.
///
/// Read once from the sealed leaves of one state of the file, and kept up with what this process changes. Of the records in
/// the file it holds how their ids begin and where, 8 bytes each; of those that this process stored since, and of those that
/// it opened because their ids begin alike, the ids and their numbers, some 30 to 60 bytes each. When these are more than
/// 65,536 and more than twice as many as the others, all is read anew. A million records: 8 to 48 MB, some 60 where all ids
/// begin alike.
struct IDPlaces {
  /// The state of the file that all of this is true of.
  private(set) var state: RecordState
  /// Places of the index that could not be read: what lies below them is not known.
  let unread: [IndexPlace]
  /// Whether the sealed index gave them up: then they stay as they are, whatever is put back there.
  private var isGivenUp: Bool
  /// How an id begins, mixed, in the upper bits, and the leaf in which it stands in the lower; ascending.
  private let begun: [UInt64]
  /// Those of `begun` whose ids are all in `known`.
  private var resolved: Set<UInt64> = []
  /// Ids of records that this process stored or opened, and the sequence number of each.
  private var known: [UUID: Int64] = [:]
  /// What the running transaction changed here.
  private var steps: [Step] = []

  private enum Step {
    case added(UUID)
    case removed(UUID, Int64)
    case resolved(UInt64)
  }

  /// - Parameter begun: what ``place(_:_:)`` gives for each record, ascending.
  init(state: RecordState, begun: [UInt64], unread: [IndexPlace], isGivenUp: Bool) {
    self.state = state
    self.begun = begun
    self.unread = unread
    self.isGivenUp = isGivenUp
  }

  // MARK: what begins alike

  /// Leaves are numbered with 42 bits: a sequence number has 48, and 64 of them share a leaf.
  private static let leafBits: UInt64 = 42
  private static let leafMask: UInt64 = (1 << leafBits) - 1

  /// 22 bits of how an id begins, mixed: ids that count up, or begin with a time, are spread.
  static func head(_ prefix: UInt32) -> UInt32 { (prefix &* 0x9E37_79B1) >> 10 }

  static func place(_ prefix: UInt32, _ leaf: Int64) -> UInt64 {
    (UInt64(head(prefix)) << leafBits) | (UInt64(bitPattern: leaf) & leafMask)
  }

  /// The leaves in which an id may begin so, but for those whose ids are known.
  func leaves(_ prefix: UInt32) -> [Int64] {
    let first = Self.place(prefix, 0)
    var (place, end) = (0, begun.count)
    while place < end {
      let middle = (place + end) / 2
      if begun[middle] < first { place = middle + 1 } else { end = middle }
    }
    var leaves: [Int64] = []
    while place < begun.count, begun[place] & ~Self.leafMask == first {
      let leaf = Int64(begun[place] & Self.leafMask)
      if leaves.last != leaf, !resolved.contains(begun[place]) { leaves.append(leaf) }
      place += 1
    }
    return leaves
  }

  // MARK: whole ids

  func knows(_ id: UUID) -> Bool { known[id] != nil }

  /// Where the record with this id was stored or opened. The entry there stands for no other one: numbers are given out once.
  func sequence(of id: UUID) -> Int64? { known[id] }

  mutating func add(_ id: UUID, at sequence: Int64) {
    guard known[id] != sequence else { return }
    remove(id)
    known[id] = sequence
    steps.append(.added(id))
  }

  mutating func remove(_ id: UUID) {
    if let sequence = known.removeValue(forKey: id) { steps.append(.removed(id, sequence)) }
  }

  /// Notes the ids of all records of a leaf that begin so.
  mutating func resolve(_ prefix: UInt32, _ leaf: Int64, _ ids: [(id: UUID, sequence: Int64)]) {
    for (id, sequence) in ids { add(id, at: sequence) }
    let place = Self.place(prefix, leaf)
    if resolved.insert(place).inserted { steps.append(.resolved(place)) }
  }

  // MARK: transactions

  /// The transaction has happened: from here on this is true of the state that it led to.
  mutating func settle(at state: RecordState, isGivenUp: Bool) {
    self.state = state
    if isGivenUp { self.isGivenUp = true }
    steps = []
  }

  /// Takes back what a transaction changed that did not happen.
  mutating func revert() {
    for step in steps.reversed() {
      switch step {
      case .added(let id): known[id] = nil
      case .removed(let id, let sequence): known[id] = sequence
      case .resolved(let place): resolved.remove(place)
      }
    }
    steps = []
  }

  /// Whether it is to be kept: not where somebody may put back what could not be read, and not when it outgrew what was read.
  var isLasting: Bool {
    (unread.isEmpty || isGivenUp) && known.count <= max(65_536, 2 * begun.count)
  }
}
