import Crypto
import Foundation

/// Which frames this node has accepted: a window per sender stream, for a bounded number of streams.
///
/// When a stream has to go, the latest time that was accepted from it becomes the floor: from a stream that is not in the
/// table, nothing that was sent at or before the floor is accepted. So what was accepted once never is again, whoever
/// fills the table, for the price that late frames of forgotten senders are lost. The place comes from the link that
/// brought most streams, so one neighbour who invents senders displaces his own.
struct ReplayTable {
  struct Entry {
    let stream: SenderStream
    let key: SymmetricKey
    var window = ReplayWindow()
    /// Nothing sent at or before this time is accepted.
    let floor: MeshTime
    var latest: MeshTime
    var heard: MeshTime
    let link: LinkID
    var budget: TokenBucket
  }

  /// Of one sender, signed and unsigned apart: the boot that ended and the one that began.
  private static let bootLimit = 2
  private let limit: Int
  private var places: [SenderStream: Int] = [:]
  private(set) var entries: [Entry] = []
  private(set) var floor: MeshTime
  /// The latest time accepted at all.
  private(set) var latest: MeshTime

  init(limit: Int, floor: MeshTime) {
    self.limit = max(limit, 4)
    self.floor = floor
    latest = floor
  }

  func place(of stream: SenderStream) -> Int? { places[stream] }

  /// Why a frame whose tag is right may not be accepted; nil if it may.
  func refusal(of header: FrameHeader, at place: Int?) -> MeshRefusal? {
    guard let place else { return header.sentAt <= floor ? .belowFloor : nil }
    guard header.sentAt > entries[place].floor else { return .belowFloor }
    return entries[place].window.isFresh(header.sequence) ? nil : .replayed
  }

  /// Takes one from the sender's budget.
  mutating func spend(at place: Int, rate: Rate, now: MeshTime) -> Bool {
    entries[place].budget.take(1, of: rate, now: now)
  }

  /// Remembers a frame; only after its tag and, for a signed one, its signature were right.
  mutating func mark(_ header: FrameHeader, at place: Int, now: MeshTime) {
    entries[place].window.mark(header.sequence)
    entries[place].latest = max(entries[place].latest, header.sentAt)
    entries[place].heard = now
    latest = max(latest, header.sentAt)
  }

  /// A place for a new stream; another one may have to go.
  mutating func admit(_ stream: SenderStream, key: SymmetricKey, link: LinkID, rate: Rate, now: MeshTime) -> Int {
    let boots = entries.indices.filter {
      entries[$0].stream.sender == stream.sender && entries[$0].stream.isSigned == stream.isSigned
    }
    if boots.count >= Self.bootLimit, let oldest = boots.min(by: { entries[$0].heard < entries[$1].heard }) {
      forget(oldest)
    } else if entries.count >= limit {
      forget(victim())
    }
    entries.append(
      Entry(
        stream: stream, key: key, floor: floor, latest: floor, heard: now, link: link,
        budget: TokenBucket(rate, now: now)))
    places[stream] = entries.count - 1
    return entries.count - 1
  }

  private func victim() -> Int {
    var counts: [LinkID: Int] = [:]
    for entry in entries { counts[entry.link, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    var victim = 0
    var isFound = false
    for index in entries.indices where counts[entries[index].link] == most {
      let isOlder =
        (entries[index].stream.isSigned ? 1 : 0, entries[index].heard)
        < (entries[victim].stream.isSigned ? 1 : 0, entries[victim].heard)
      if !isFound || isOlder { (victim, isFound) = (index, true) }
    }
    return victim
  }

  private mutating func forget(_ place: Int) {
    floor = max(floor, entries[place].latest)
    places[entries[place].stream] = nil
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.stream] = place
    }
  }
}
