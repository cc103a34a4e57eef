import Foundation

/// Which records of a sealed index could have an id: by it, one that none of them can have is proven absent without a walk
/// through the index. SQLite's own index of ids is under no seal; whoever may write to the file decides what it shows.
///
/// Read once from the sealed leaves of one state of the file, and kept up with what this process changes. Of the records in
/// the file it holds how their ids begin and where, 8 bytes each; of those that this process stored since, and of those that
/// it opened because their ids begin alike, the ids, some 20 to 40 bytes each. When these are more than 65,536 and more than
/// twice as many as the others, all is read anew. A million records: 8 to 24 MB, some 40 where all ids begin alike.
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
  /// Ids of records that this process stored or opened.
  private var known: Set<UUID> = []
  /// What the running transaction changed here.
  private var steps: [Step] = []

  private enum Step {
    case added(UUID)
    case removed(UUID)
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

  func knows(_ id: UUID) -> Bool { known.contains(id) }

  mutating func add(_ id: UUID) {
    if known.insert(id).inserted { steps.append(.added(id)) }
  }

  mutating func remove(_ id: UUID) {
    if known.remove(id) != nil { steps.append(.removed(id)) }
  }

  /// Notes the ids of all records of a leaf that begin so.
  mutating func resolve(_ prefix: UInt32, _ leaf: Int64, _ ids: [UUID]) {
    for id in ids { add(id) }
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
      case .added(let id): known.remove(id)
      case .removed(let id): known.insert(id)
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
