/// Frames that wait for one neighbour: the urgent first, bounded, jittered. New keys have a share of their own.
struct Outbox {
  private struct Use {
    var (count, bytes) = (0, 0)

    mutating func note(_ item: Item, _ sign: Int) {
      count += sign
      bytes += sign * item.frame.count
    }
  }

  struct Item: SharedFrame {
    var due: MeshTime
    var hops: UInt8
    let id: FrameID
    let frame: [UInt8]
    let kind: MessageKind
    let source: LinkSource?
    let rank: Int
    let isEmergency: Bool
    let byteCount: Int

    init(_ frame: [UInt8], header: FrameHeader, hops: UInt8, due: MeshTime, source: LinkSource?) {
      (self.frame, self.hops, self.due, self.source) = (frame, hops, due, source)
      (id, kind, rank) = (header.id, header.kind, header.kind.rank)
      (isEmergency, byteCount) = (header.kind == .emergency, frame.count)
    }

    var sender: SenderID { id.stream.sender }
    /// Of the budget of its link.
    var cost: Int { byteCount + 64 }
    /// As it goes over the link.
    var record: [UInt8] {
      var record: [UInt8] = []
      record.reserveCapacity(2 + frame.count)
      record.append(1)
      record.append(hops)
      record += frame
      return record
    }
  }

  private(set) var items: [Item] = []
  var isEmpty: Bool { items.isEmpty }
  private var keys = Use()
  private var messages = Use()

  /// Whether there was room; a less urgent item makes room for a more urgent one of its share.
  mutating func add(_ item: Item, limits: MeshLimits) -> Bool {
    let isKey = item.kind.isRekey
    let (count, bytes) =
      isKey ? (limits.keyFrames, limits.keyBytes) : (limits.queuedFrames, limits.queuedBytes)
    var step = EmergencyShare.step(for: item, among: items, count: count, bytes: bytes)
    while case .drop(let place) = step {
      remove(place)
      step = EmergencyShare.step(for: item, among: items, count: count, bytes: bytes)
    }
    if case .refuse = step { return false }
    while isFull(isKey ? keys : messages, with: item, count: count, bytes: bytes) {
      let least = items.indices.max { items[$0].rank < items[$1].rank }
      guard let least, !isKey, items[least].rank > item.rank else { return false }
      remove(least)
    }
    note(item, 1)
    items.append(item)
    return true
  }

  private func isFull(_ use: Use, with item: Item, count: Int, bytes: Int) -> Bool {
    use.count >= count || use.bytes + item.frame.count > bytes
  }

  private mutating func note(_ item: Item, _ sign: Int) {
    if item.kind.isRekey { keys.note(item, sign) } else { messages.note(item, sign) }
  }

  @discardableResult
  private mutating func remove(_ place: Int) -> Item {
    // Mostly it is the only one, and the end of an array is the cheap one.
    let item = place == items.count - 1 ? items.removeLast() : items.remove(at: place)
    note(item, -1)
    return item
  }

  /// A copy of what waits came by a shorter way: it goes on as far as that one would.
  mutating func raise(_ id: FrameID, to hops: UInt8) -> Bool {
    guard let place = items.firstIndex(where: { $0.id == id }) else { return false }
    items[place].hops = max(items[place].hops, hops)
    return true
  }

  /// Gone, or needless: the neighbour has it with at least so many hops left.
  mutating func drop(_ id: FrameID, upTo hops: UInt8 = .max) {
    guard let place = items.firstIndex(where: { $0.id == id }), items[place].hops <= hops else { return }
    remove(place)
  }

  mutating func shift(by step: MeshTime) { for place in items.indices { items[place].due += step } }

  /// The most urgent that is due and paid for. What waits for its budget holds no emergency up, and a flood of emergencies
  /// takes nothing of that budget.
  ///
  /// - Parameter onlyExclusions: whether all else is dropped once it is due.
  mutating func takeNext(
    _ now: MeshTime, onlyExclusions: Bool, emergencies: inout TokenBucket, others: inout TokenBucket, limits: MeshLimits
  ) -> Item? {
    var (mayHelp, maySpeak) = (true, true)
    while let place = next(now, emergencies: mayHelp, others: maySpeak) {
      guard !onlyExclusions || items[place].kind == .exclusion else {
        remove(place)
        continue
      }
      let (cost, isEmergency) = (items[place].cost, items[place].isEmergency)
      let isPaid =
        isEmergency
        ? emergencies.take(cost, of: limits.emergenciesToLink, now: now)
        : others.take(cost, of: limits.toLink, now: now)
      if isPaid { return remove(place) }
      if isEmergency { mayHelp = false } else { maySpeak = false }
    }
    return nil
  }

  /// The place of the most urgent of those that are due.
  func next(_ now: MeshTime, emergencies: Bool, others: Bool) -> Int? {
    var first: Int?
    for place in items.indices where items[place].due <= now && (items[place].isEmergency ? emergencies : others) {
      if let first, (items[first].rank, items[first].due) <= (items[place].rank, items[place].due) { continue }
      first = place
    }
    return first
  }

  func firstDue(emergencies: Bool) -> MeshTime? {
    items.lazy.filter { $0.isEmergency == emergencies }.map(\.due).min()
  }
}
