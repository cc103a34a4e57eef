import Crypto
import Foundation

/// Which frames this node has accepted: a window per sender stream, for a bounded number of streams.
///
/// When a stream has to go, the latest time that was accepted from it becomes the floor: from a stream that is not in the
/// table, nothing that was sent at or before the floor is accepted. So what was accepted once never is again, whoever
/// fills the table, for the price that late frames of forgotten senders are lost. Only a stream that has sent nothing for a
/// minute may go, so that nobody can push the floor to the present and silence newcomers; no neighbour may hold more than half
/// of the places, so one who invents senders shuts out his own. The authority, once its signature was right, has places of
/// its own beside the others: a full table stops no new key. Nor does a floor or what the authority said since: a member
/// may wait a day for it, restarts or not. A key that is known changes nothing when it comes again.
struct ReplayTable {
  struct Entry {
    let stream: SenderStream
    let keyID: MeshKeyID
    let key: SymmetricKey
    var window = ReplayWindow()
    /// Nothing sent at or before this time is accepted.
    let floor: MeshTime
    var latest: MeshTime
    var heard: MeshTime
    let source: LinkSource
    let isReserved: Bool
    var budget: TokenBucket
    var emergencies: TokenBucket
  }

  /// Of one sender, signed and unsigned apart: the last boots.
  private static let bootLimit = 4
  /// Milliseconds that lie at least between the present and the floor.
  static let quiet: MeshTime = 60_000
  private let limit: Int
  private var places: [SenderStream: Int] = [:]
  /// Streams that each neighbour brought.
  private var held: [LinkSource: Int] = [:]
  private var reserved = 0
  /// Until when no sender of a neighbour will be quiet, as it was last found out.
  private var shut: [LinkSource: MeshTime] = [:]
  private(set) var entries: [Entry] = []
  private(set) var floor: MeshTime
  /// The latest time accepted at all.
  private(set) var latest: MeshTime

  init(limit: Int, floor: MeshTime) {
    self.limit = max(limit, 4)
    self.floor = floor
    latest = floor
  }

  /// Places that one neighbour may hold.
  private var share: Int { limit / 2 }
  private var isFull: Bool { entries.count - reserved >= limit }

  func place(of stream: SenderStream) -> Int? { places[stream] }

  /// Why a frame whose tag is right may not be accepted; nil if it may.
  ///
  /// - Parameter isNewKey: the authority's, if its signature is right: refused only if it is known to have come before.
  func refusal(of header: FrameHeader, at place: Int?, isNewKey: Bool) -> MeshRefusal? {
    guard let place else { return header.sentAt <= floor && !isNewKey ? .belowFloor : nil }
    if entries[place].window.isFresh(header.sequence) {
      return header.sentAt > entries[place].floor || isNewKey ? nil : .belowFloor
    }
    return isNewKey && entries[place].window.isTooOld(header.sequence) ? nil : .replayed
  }

  /// Takes one from the sender's budget for such messages. New keys have none: an exclusion is one frame for each member,
  /// all of one sender.
  mutating func spend(at place: Int, on kind: MessageKind, limits: MeshLimits, now: MeshTime) -> Bool {
    if kind.isRekey { return true }
    guard kind != .emergency else { return entries[place].emergencies.take(1, of: limits.emergencies, now: now) }
    return entries[place].budget.take(1, of: limits.fromSender, now: now)
  }

  /// Remembers a frame; only after its tag and, for a signed one, its signature were right.
  mutating func mark(_ header: FrameHeader, at place: Int, now: MeshTime) {
    entries[place].window.mark(header.sequence)
    entries[place].latest = max(entries[place].latest, header.sentAt)
    entries[place].heard = now
    latest = max(latest, header.sentAt)
  }

  /// Whether there is no place for senders that this neighbour brings; asked before any cryptography.
  mutating func isShut(to source: LinkSource, now: MeshTime) -> Bool {
    guard held[source, default: 0] >= share || isFull else { return false }
    if let until = shut[source], now < until { return true }
    let crowd = entries.lazy.filter { [held, share] in
      !$0.isReserved && (held[source, default: 0] < share || $0.source == source)
    }
    let until = (crowd.map(\.latest).min() ?? now) + Self.quiet
    if shut.count > 64 { shut = [:] }
    shut[source] = until
    return now < until
  }

  /// Finds out anew who is shut out: the clock was set back.
  mutating func reopen() { shut = [:] }

  /// A place for a new stream, if one is free or a quiet one can go; else nil.
  ///
  /// - Parameter isReserved: signed by the authority: needs none of the others' places.
  mutating func admit(
    _ stream: SenderStream, under keyID: MeshKeyID, key: SymmetricKey, from source: LinkSource, isReserved: Bool,
    limits: MeshLimits, now: MeshTime
  ) -> Int? {
    let before = floor
    let boots = entries.indices.filter {
      entries[$0].stream.sender == stream.sender && entries[$0].stream.isSigned == stream.isSigned
    }
    let crowd: [Int]? =
      if boots.count >= Self.bootLimit {
        boots
      } else if isReserved {
        nil
      } else if held[source, default: 0] >= share {
        entries.indices.filter { entries[$0].source == source && !entries[$0].isReserved }
      } else {
        isFull ? entries.indices.filter { !entries[$0].isReserved } : nil
      }
    if let crowd {
      guard let victim = victim(among: crowd, now: now) else { return nil }
      forget(victim)
    }
    // What was accepted from this stream before, if it was here, lies below the floor of before.
    entries.append(
      Entry(
        stream: stream, keyID: keyID, key: key, floor: before, latest: before, heard: now, source: source,
        isReserved: isReserved, budget: TokenBucket(limits.fromSender, now: now),
        emergencies: TokenBucket(limits.emergencies, now: now)))
    places[stream] = entries.count - 1
    if isReserved { reserved += 1 } else { held[source, default: 0] += 1 }
    return entries.count - 1
  }

  /// The longest silent, unsigned before signed.
  private func victim(among crowd: [Int], now: MeshTime) -> Int? {
    crowd.filter { entries[$0].latest <= now - Self.quiet }.min {
      let (left, right) = (entries[$0], entries[$1])
      return (left.stream.isSigned ? 1 : 0, left.heard) < (right.stream.isSigned ? 1 : 0, right.heard)
    }
  }

  /// Forgets the streams under keys that are in wrong hands, but for the authority's. No floor has to say what was accepted
  /// from them: under such a key nothing is but what the authority says.
  mutating func forget(under keys: [MeshKeyID]) {
    for place in entries.indices.reversed() where keys.contains(entries[place].keyID) && !entries[place].isReserved {
      remove(place)
    }
    shut = [:]
  }

  private mutating func forget(_ place: Int) {
    floor = max(floor, entries[place].latest)
    remove(place)
  }

  private mutating func remove(_ place: Int) {
    places[entries[place].stream] = nil
    let source = entries[place].source
    if entries[place].isReserved {
      reserved -= 1
    } else {
      held[source, default: 1] -= 1
      if held[source] == 0 { held[source] = nil }
    }
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.stream] = place
    }
  }
}
