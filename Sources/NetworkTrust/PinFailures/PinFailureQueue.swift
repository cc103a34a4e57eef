import Foundation
import SecurityPolicy
import TrustWire
import UntrustedInput

/// Keeps what transports report until it can be told to the server: bounded, one entry per kind of failure, kept over
/// restarts. What was taken goes out again after an hour at the earliest, and so does what is new then; what did not arrive
/// is tried again whenever somebody tells, and beside something that was taken with that.
///
/// Protects against: a report that is lost with the process, and a flood of failures that fills memory, store or line.
/// When the ``room(for:)`` of an outcome, or its share of ``byteLimit``, is used up a new kind is only counted, so that
/// whoever stands in between cannot wash out what was seen first, and failures that anybody on the way can cause crowd out
/// none of the others. Where pins
/// are only watched, whoever stands in between may take a report and say thanks: it is forgotten only after an answer over
/// a path with a pinned key. What goes out keeps its content and its number until then, so that the real server, which may
/// get it twice, counts it once. Of more than ``unconfirmedLimit`` batches that were only thanked for the first one and the
/// last ones are kept. Does not protect against: whoever controls the process,
/// and somebody in between for good, whom only reports over another way could betray.
/// Source: RFC 7469, section 3 (what a report holds); TR-03161-1 O.Ntwk_4.
public actor PinFailureQueue: PinFailureSink {
  /// Seconds between two batches.
  public static let interval: Int64 = 3600
  /// Seconds that the counts on disk may lag behind, so that a flood costs few writes.
  public static let savingInterval: Int64 = 60
  /// The most batches that are kept although somebody took them.
  public static let unconfirmedLimit = 3
  /// The most bytes that the store is given: as much as a secret store takes as one item.
  public static let byteLimit = 64 << 10

  /// A batch that went out, or is about to.
  private struct Outgoing {
    let batch: PinFailureBatch
    /// Whether somebody took it who may not have been the server.
    var isTaken = false
  }

  private let store: any PinFailureStore
  private var held = PinFailureBatch([])
  /// What is not known to have arrived, each with a number, the first one first. Only the last one may be untaken.
  private var outgoing: [Outgoing] = []
  /// The number of the newest batch.
  private var lastNumber: Int64 = 0
  private var lastSent: Int64?
  private var lastSaved: Int64?
  private var wasLoaded = false
  private var isTelling = false

  public init(store: any PinFailureStore) { self.store = store }

  public func record(_ failure: PinFailureReport) async {
    await load()
    let date = Int64(failure.date.timeIntervalSince1970.rounded(.down))
    let entry = PinFailureBatch.Entry(
      host: failure.host.description, outcome: .init(failure.outcome),
      expected: failure.expected.map(\.base64).sorted(), seen: failure.seen.map(\.base64), first: date, last: date,
      count: 1)
    let isNew = add(entry)
    if isNew || lastSaved.map({ abs(date - $0) >= Self.savingInterval }) ?? true {
      lastSaved = date
      await save()
    }
  }

  /// How many kinds with this outcome are held at most; together ``PinFailureBatch/maximumEntries``. The most is for a
  /// valid path without a pinned key, which takes more than a certificate of one's own making.
  public static func room(for outcome: PinFailureReport.Outcome) -> Int { room(.init(outcome)) }

  private static func room(_ outcome: PinFailureBatch.Entry.Outcome) -> Int {
    let share = PinFailureBatch.maximumEntries / 4
    return switch outcome {
    case .refused: PinFailureBatch.maximumEntries - 2 * share
    case .reportedOnly, .notValidated: share
    }
  }

  /// Of ``byteLimit``, for the kinds of one outcome in one batch. A first kind is kept whatever its size, which is below
  /// 4 KiB, so each share leaves so much of its batch's part.
  private static func share(_ outcome: PinFailureBatch.Entry.Outcome) -> Int {
    let part = byteLimit / (unconfirmedLimit + 1)
    return room(outcome) * (part - (1 << 10)) / PinFailureBatch.maximumEntries
  }

  /// Bytes, at most.
  private static func size(of entry: PinFailureBatch.Entry) -> Int {
    // Names, counts and times around it; quotes and a comma around each pin.
    256 + entry.host.utf8.count + (entry.expected + entry.seen).reduce(0) { $0 + $1.utf8.count + 3 }
  }

  /// - Returns: whether it is of a kind that was not held before and is now.
  private func add(_ entry: PinFailureBatch.Entry) -> Bool {
    let most: Int64 = 1_000_000_000
    if let index = held.entries.firstIndex(where: { $0.isSameKind(as: entry) }) {
      held.entries[index].count = min(held.entries[index].count + entry.count, most)
      held.entries[index].first = min(held.entries[index].first, entry.first)
      held.entries[index].last = max(held.entries[index].last, entry.last)
      return false
    }
    // An older version of the app may have left more of one outcome.
    let alike = held.entries.filter { $0.outcome == entry.outcome }
    guard held.entries.count < PinFailureBatch.maximumEntries, alike.count < Self.room(entry.outcome),
      alike.isEmpty || (alike + [entry]).reduce(0) { $0 + Self.size(of: $1) } <= Self.share(entry.outcome)
    else {
      held.forgotten = min(held.forgotten + entry.count, most)
      return false
    }
    held.entries.append(entry)
    return true
  }

  /// Gives `deliver` what is due, one batch after the other, and forgets each when that returns `holds`. Any other verdict,
  /// and whatever it throws, leaves it queued; after an error the others are not tried.
  ///
  /// - Parameter deliver: returns ``HTTPAnswer/pinMatch`` of the answer that took the batch.
  /// - Returns: how many kinds were told; 0 when nothing is due, or a batch is on its way already.
  public func tell<Failure: Error>(
    at now: Date, _ deliver: @Sendable (PinFailureBatch) async throws(Failure) -> Verdict
  ) async throws(Failure) -> Int {
    guard !isTelling else { return 0 }
    isTelling = true
    defer { isTelling = false }
    var told = 0
    for batch in await due(at: now) {
      await sent(batch, at: now, pinMatch: try await deliver(batch))
      told += batch.entries.count
    }
    return told
  }

  /// What to send now, the first one first: what is new, and what is not known to have arrived. Empty when there is nothing,
  /// somebody took a batch less than ``interval`` seconds ago, or the store cannot be read: then nobody knows what went out
  /// before.
  ///
  /// Two who ask get the same, until it was ``sent(_:at:pinMatch:)``; ``tell(at:_:)`` gives each failure to one only.
  public func due(at now: Date) async -> [PinFailureBatch] {
    await load()
    let before = lastNumber
    let batches = ready(at: now)
    // Its number is kept before it is used: after a restart the same batch goes out, not another one under its number.
    if lastNumber != before { await save() }
    return batches
  }

  private func ready(at now: Date) -> [PinFailureBatch] {
    guard wasLoaded else { return [] }
    let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
    // A clock that was set back does not silence it, nor does a time that nobody can have sent at.
    if let lastSent {
      let (passed, isNoTime) = seconds.subtractingReportingOverflow(lastSent)
      if !isNoTime, (0..<Self.interval).contains(passed) { return [] }
    }
    if !held.entries.isEmpty, outgoing.allSatisfy(\.isTaken) {
      // What was seen first stays; of the others the oldest goes.
      if outgoing.count >= Self.unconfirmedLimit { outgoing.remove(at: 1) }
      lastNumber = Self.number(after: lastNumber, at: seconds)
      outgoing.append(
        Outgoing(batch: PinFailureBatch(held.entries, forgotten: held.forgotten, number: lastNumber)))
      held = PinFailureBatch([])
    }
    return outgoing.map(\.batch)
  }

  /// By the clock, so that a queue that lost what it kept gives no number again; one higher where the clock stands still or
  /// says what no clock does.
  private static func number(after last: Int64, at seconds: Int64) -> Int64 {
    let most = PinFailureBatch.maximumNumber / 2
    return max(last % most + 1, (1...most).contains(seconds) ? seconds : 1)
  }

  /// Somebody has taken a batch: after an answer over a path with a pinned key it is forgotten, and what was counted since
  /// stays; else all stays and is due again, with what is new, after ``interval``.
  ///
  /// - Parameters:
  ///   - batch: as ``due(at:)`` gave it; of another number nothing is forgotten.
  ///   - pinMatch: of the answer (``HTTPAnswer/pinMatch``).
  public func sent(_ batch: PinFailureBatch, at now: Date, pinMatch: Verdict) async {
    await load()
    lastSent = Int64(now.timeIntervalSince1970.rounded(.down))
    // It may have been swallowed by the one whom it is about. O.Ntwk_4#941
    if let index = outgoing.firstIndex(where: { $0.batch.number == batch.number }) {
      if pinMatch == .holds { outgoing.remove(at: index) } else { outgoing[index].isTaken = true }
    }
    await save()
  }

  /// What cannot be read is as good as lost: it is replaced by what comes next.
  private func load() async {
    guard !wasLoaded else { return }
    let kept: [UInt8]?
    do throws(NetworkError) { kept = try await store.load() } catch { return }
    // Somebody else may have loaded it meanwhile.
    guard !wasLoaded else { return }
    wasLoaded = true
    let fresh = held
    guard let kept, let batch = try? PinFailureBatch(reading: kept), let node = try? JSONReader().read(kept) else {
      return
    }
    lastSent = node["sent"]?.integer
    lastNumber = max(lastNumber, node["last"]?.integer ?? 0)
    for node in (node["outgoing"].map { $0.array ?? [$0] } ?? []).prefix(Self.unconfirmedLimit) {
      guard let batch = try? PinFailureBatch(members: node), batch.number != nil else { continue }
      outgoing.append(Outgoing(batch: batch, isTaken: node["taken"]?.bool ?? false))
    }
    held = batch
    // From while the store was locked.
    for entry in fresh.entries { _ = add(entry) }
    held.forgotten = min(held.forgotten + fresh.forgotten, 1_000_000_000)
  }

  private func save() async {
    guard wasLoaded else { return }
    let sent = lastSent.map { [JSONMember("sent", .integer($0))] } ?? []
    let nodes = outgoing.map {
      JSONNode(.object($0.batch.members + [JSONMember("taken", JSONNode(.bool($0.isTaken)))]))
    }
    let going = nodes.isEmpty ? [] : [JSONMember("outgoing", JSONNode(.array(nodes)))]
    let last = JSONMember("last", .integer(lastNumber))
    let node = JSONNode(
      .object([JSONMember("version", .integer(wireVersion))] + held.members + sent + going + [last]))
    // What cannot be kept now is kept with the next one.
    try? await store.save(JSONWriter().bytes(node))
  }
}

extension PinFailureBatch.Entry.Outcome {
  fileprivate init(_ outcome: PinFailureReport.Outcome) {
    switch outcome {
    case .refused: self = .refused
    case .reportedOnly: self = .reportedOnly
    case .notValidated: self = .notValidated
    }
  }
}
