import Crypto
import Foundation

/// Which frames this node has accepted: a window per sender stream, for a bounded number of streams.
///
/// When a stream has to go, the latest time that was accepted from it becomes the floor: from a stream that is not in the
/// table, nothing that was sent at or before the floor is accepted. So what was accepted once never is again, whoever
/// fills the table, for the price that late frames of forgotten senders are lost. Only a stream that has sent nothing for a
/// minute may go, so that nobody can push the floor to the present and silence newcomers; no link may hold more than half of
/// the places, so a neighbour who invents senders shuts out his own.
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

  /// Of one sender, signed and unsigned apart: the last boots.
  private static let bootLimit = 4
  /// Milliseconds that lie at least between the present and the floor.
  static let quiet: MeshTime = 60_000
  private let limit: Int
  private var places: [SenderStream: Int] = [:]
  /// Streams that each link brought.
  private var held: [LinkID: Int] = [:]
  /// Until when no sender of a link will be quiet, as it was last found out.
  private var shut: [LinkID: MeshTime] = [:]
  private(set) var entries: [Entry] = []
  private(set) var floor: MeshTime
  /// The latest time accepted at all.
  private(set) var latest: MeshTime

  init(limit: Int, floor: MeshTime) {
    self.limit = max(limit, 4)
    self.floor = floor
    latest = floor
  }

  /// Places that one link may hold.
  private var share: Int { limit / 2 }

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

  /// Whether there is no place for senders that this link brings; asked before any cryptography.
  mutating func isShut(to link: LinkID, now: MeshTime) -> Bool {
    guard held[link, default: 0] >= share || entries.count >= limit else { return false }
    if let until = shut[link], now < until { return true }
    let crowd = entries.lazy.filter { [held, share] in held[link, default: 0] < share || $0.link == link }
    let until = (crowd.map(\.latest).min() ?? now) + Self.quiet
    if shut.count > 64 { shut = [:] }
    shut[link] = until
    return now < until
  }

  /// A place for a new stream, if one is free or a quiet one can go; else nil.
  mutating func admit(_ stream: SenderStream, key: SymmetricKey, link: LinkID, rate: Rate, now: MeshTime) -> Int? {
    let before = floor
    let boots = entries.indices.filter {
      entries[$0].stream.sender == stream.sender && entries[$0].stream.isSigned == stream.isSigned
    }
    let crowd: [Int]? =
      if boots.count >= Self.bootLimit {
        boots
      } else if held[link, default: 0] >= share {
        entries.indices.filter { entries[$0].link == link }
      } else {
        entries.count >= limit ? Array(entries.indices) : nil
      }
    if let crowd {
      guard let victim = victim(among: crowd, now: now) else { return nil }
      forget(victim)
    }
    // What was accepted from this stream before, if it was here, lies below the floor of before.
    entries.append(
      Entry(
        stream: stream, key: key, floor: before, latest: before, heard: now, link: link,
        budget: TokenBucket(rate, now: now)))
    places[stream] = entries.count - 1
    held[link, default: 0] += 1
    return entries.count - 1
  }

  /// The longest silent, unsigned before signed.
  private func victim(among crowd: [Int], now: MeshTime) -> Int? {
    crowd.filter { entries[$0].latest <= now - Self.quiet }.min {
      let (left, right) = (entries[$0], entries[$1])
      return (left.stream.isSigned ? 1 : 0, left.heard) < (right.stream.isSigned ? 1 : 0, right.heard)
    }
  }

  private mutating func forget(_ place: Int) {
    floor = max(floor, entries[place].latest)
    places[entries[place].stream] = nil
    held[entries[place].link, default: 1] -= 1
    if held[entries[place].link] == 0 { held[entries[place].link] = nil }
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.stream] = place
    }
  }
}
