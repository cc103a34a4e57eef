/// A frame in a place of bounded size.
protocol SharedFrame {
  associatedtype Sender: Hashable
  var sender: Sender { get }
  /// Who brought it; nil for our own.
  var source: LinkSource? { get }
  var isEmergency: Bool { get }
  var byteCount: Int { get }
}

/// How much of a place for frames emergencies may take, which go before and push out all but new keys: those of one sender
/// an eighth of its frames and a quarter of its bytes, those that one neighbour brought half. So one member's flood, whether
/// its emergencies are true or false, leaves room for others'.
enum EmergencyShare {
  enum Step {
    case room
    /// That one has to go first.
    case drop(Int)
    case refuse
  }

  static func step<Frame: SharedFrame>(for new: Frame, among items: [Frame], count: Int, bytes: Int) -> Step {
    guard new.isEmergency, let source = new.source else { return .room }
    func isFull(_ held: [Int], _ count: Int, _ bytes: Int) -> Bool {
      held.count >= max(1, count) || held.reduce(new.byteCount) { $0 + items[$1].byteCount } > bytes
    }
    let own = items.indices.filter { items[$0].isEmergency && items[$0].sender == new.sender }
    if isFull(own, count / 8, bytes / 4) { return own.first.map(Step.drop) ?? .refuse }
    let brought = items.indices.filter { items[$0].isEmergency && items[$0].source == source }
    guard isFull(brought, count / 2, bytes / 2) else { return .room }
    // Whoever has most there gives way, unless that is no more than the new one's sender has.
    var counts: [Frame.Sender: Int] = [:]
    for place in brought { counts[items[place].sender, default: 0] += 1 }
    guard let most = counts.values.max(), most > own.count + 1,
      let last = brought.last(where: { counts[items[$0].sender] == most })
    else { return .refuse }
    return .drop(last)
  }
}
