import Foundation
import NetworkTrust
import SecurityPolicy
import Synchronization
import Testing
import TrustWire

@Suite("PinFailureQueue")
struct PinFailureQueueTests {
  /// A store in memory that can be locked.
  private final class Kept: PinFailureStore {
    let bytes = Mutex<[UInt8]?>(nil)
    let saves = Mutex(0)
    let isLocked = Mutex(false)
    /// The largest value that was to be saved.
    let largest = Mutex(0)

    func load() async throws(NetworkError) -> [UInt8]? {
      if isLocked.withLock({ $0 }) { throw .storeUnavailable }
      return bytes.withLock { $0 }
    }

    func save(_ new: [UInt8]) async throws(NetworkError) {
      if isLocked.withLock({ $0 }) { throw .storeUnavailable }
      largest.withLock { $0 = max($0, new.count) }
      bytes.withLock { $0 = new }
      saves.withLock { $0 += 1 }
    }
  }

  private static func pin(_ byte: Int) throws -> ServerPin {
    try ServerPin(digest: Array(repeating: UInt8(byte), count: 32))
  }

  private func failure(
    _ key: Int, at seconds: Double, host: String = "api.example.org", _ outcome: PinFailureReport.Outcome = .refused
  ) throws -> PinFailureReport {
    PinFailureReport(
      host: try ServerHost(host), expected: [try Self.pin(1), try Self.pin(2)], seen: [try Self.pin(key)],
      date: Date(timeIntervalSince1970: seconds), outcome: outcome)
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test("The same failure is one entry with a count; another key, host or outcome is another one")
  func sameKind() async throws {
    let queue = PinFailureQueue(store: Kept())
    #expect(await queue.first(at: date(0)) == nil)
    for seconds in [100.0, 90, 120] { await queue.record(try failure(9, at: seconds)) }
    await queue.record(try failure(8, at: 130))
    await queue.record(try failure(9, at: 130, host: "cdn.example.org"))
    let batch = try #require(await queue.first(at: date(200)))
    #expect(batch.entries.count == 3)
    let first = try #require(batch.entries.first)
    #expect(first.count == 3 && first.first == 90 && first.last == 120 && first.outcome == .refused)
    #expect(first.seen == [try Self.pin(9).base64] && first.expected.count == 2)
  }

  @Test("What is held survives a restart, with the time of the last batch")
  func restart() async throws {
    let store = Kept()
    let queue = PinFailureQueue(store: store)
    await queue.record(try failure(9, at: 100))
    let again = PinFailureQueue(store: store)
    let batch = try #require(await again.first(at: date(200)))
    #expect(batch.entries.first?.count == 1)
    await again.sent(batch, at: date(200), pinMatch: .holds)
    await again.record(try failure(9, at: 300))
    let third = PinFailureQueue(store: store)
    #expect(await third.first(at: date(3799)) == nil)
    #expect(await third.first(at: date(3800))?.entries.first?.count == 1)
    // A clock that was set back is no reason to be silent for ever.
    #expect(await third.first(at: date(100)) != nil)
  }

  @Test("A kept time at which nobody can have sent silences nothing", arguments: [Int64.min, -100_000, .max])
  func noTime(sent: Int64) async throws {
    let store = Kept()
    let queue = PinFailureQueue(store: store)
    await queue.record(try failure(9, at: 100))
    await queue.sent(try #require(await queue.first(at: date(200))), at: date(200), pinMatch: .holds)
    await queue.record(try failure(8, at: 300))
    store.bytes.withLock { bytes in
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      #expect(text.contains(#""sent":200"#))
      bytes = Array(text.replacingOccurrences(of: #""sent":200"#, with: #""sent":\#(sent)"#).utf8)
    }
    #expect(await PinFailureQueue(store: store).first(at: date(300)) != nil)
  }

  @Test("What comes while a batch is on its way is kept")
  func meanwhile() async throws {
    let queue = PinFailureQueue(store: Kept())
    await queue.record(try failure(9, at: 100))
    let batch = try #require(await queue.first(at: date(100)))
    await queue.record(try failure(9, at: 110))
    await queue.record(try failure(8, at: 111))
    await queue.sent(batch, at: date(120), pinMatch: .holds)
    let next = try #require(await queue.first(at: date(4000)))
    #expect(next.entries.map(\.count) == [1, 1])
  }

  @Test("A flood of kinds fills neither memory nor store, and does not wash out what came first")
  func flood() async throws {
    let store = Kept()
    let queue = PinFailureQueue(store: store)
    for key in 0..<200 { await queue.record(try failure(key, at: 100)) }
    let batch = try #require(await queue.first(at: date(100)))
    #expect(batch.entries.count == PinFailureQueue.room(for: .refused) && batch.forgotten == 184)
    #expect(batch.entries.first?.seen == [try Self.pin(0).base64])
    // One save for the batch that goes out, one for the first of what comes after it.
    for _ in 0..<1000 { await queue.record(try failure(3, at: 130)) }
    #expect(store.saves.withLock { $0 } == 18)
    let again = PinFailureQueue(store: store)
    #expect(await again.first(at: date(130)) == batch)
    await again.sent(batch, at: date(130), pinMatch: .holds)
    #expect(await again.first(at: date(4000))?.entries.map(\.seen) == [[try Self.pin(3).base64]])
  }

  @Test("What anybody on the way can cause leaves room for each other outcome")
  func rooms() async throws {
    let outcomes = PinFailureReport.Outcome.allCases
    #expect(outcomes.map(PinFailureQueue.room).reduce(0, +) == PinFailureBatch.maximumEntries)
    for flood in outcomes {
      let queue = PinFailureQueue(store: Kept())
      for key in 0..<100 { await queue.record(try failure(key, at: 100, flood)) }
      for other in outcomes where other != flood { await queue.record(try failure(200, at: 101, other)) }
      let batch = try #require(await queue.first(at: date(200)))
      #expect(batch.entries.count == PinFailureQueue.room(for: flood) + 2)
      #expect(Set(batch.entries.map(\.outcome)).count == outcomes.count)
    }
  }

  @Test("Of two who tell at once one does, and what comes meanwhile or is not taken stays")
  func toldOnce() async throws {
    let queue = PinFailureQueue(store: Kept())
    let again = try failure(9, at: 110)
    await queue.record(try failure(9, at: 100))
    await #expect(throws: NetworkError.closed) {
      _ = try await queue.tell(at: Date(timeIntervalSince1970: 100)) { _ throws(NetworkError) -> Verdict in
        throw .closed
      }
    }
    let told = await queue.tell(at: date(100)) { batch in
      #expect(batch.entries.map(\.count) == [1])
      let second = await queue.tell(at: Date(timeIntervalSince1970: 100)) { _ in
        Issue.record("told twice")
        return .holds
      }
      #expect(second == 0)
      await queue.record(again)
      return .holds
    }
    #expect(told == 1)
    let early = await queue.tell(at: date(200)) { _ in
      Issue.record("told too soon")
      return .holds
    }
    #expect(early == 0)
    #expect(await queue.first(at: date(4000))?.entries.map(\.count) == [1])
  }

  @Test(
    "What was taken over a path without a pinned key, or over one that nobody judged, stays and is told again",
    arguments: [Verdict.fails("no pin matched"), .undetermined("nobody looked")])
  func swallowed(pinMatch: Verdict) async throws {
    let store = Kept()
    let queue = PinFailureQueue(store: store)
    await queue.record(try failure(9, at: 100, .reportedOnly))
    #expect(await queue.tell(at: date(200)) { _ in pinMatch } == 1)
    // Not at once: whoever swallows it shall not be flooded with it.
    #expect(await queue.first(at: date(3799)) == nil)
    let again = PinFailureQueue(store: store)
    let kept = try #require(await again.first(at: date(3800)))
    #expect(kept.entries.map(\.count) == [1] && kept.entries.first?.outcome == .reportedOnly)
    #expect(await again.tell(at: date(3800)) { _ in .holds } == 1)
    #expect(await again.first(at: date(9000)) == nil)
  }

  @Test("Where no path ever holds a pinned key, what is new goes out every hour beside what was only thanked for")
  func neverPinned() async throws {
    let store = Kept()
    var told: [[Int64?]] = []
    for hour in 0..<6 {
      let queue = PinFailureQueue(store: store)
      let time = 200 + 3600 * Double(hour)
      await queue.record(try failure(10 + hour, at: time, .reportedOnly))
      let batches = Mutex<[PinFailureBatch]>([])
      _ = await queue.tell(at: date(time)) { batch in
        batches.withLock { $0.append(batch) }
        return .fails("no pin matched")
      }
      let seen = batches.withLock { $0 }
      #expect(seen.last?.entries.map(\.seen) == [[try Self.pin(10 + hour).base64]])
      told.append(seen.map(\.number))
    }
    // The first one is never given up, and the last ones are there.
    #expect(told[1] == [200, 3800])
    #expect(told[5] == [200, 14_600, 18_200])
    let queue = PinFailureQueue(store: store)
    #expect(await queue.tell(at: date(30_000)) { _ in .holds } == 3)
    #expect(await queue.due(at: date(40_000)).isEmpty)
  }

  @Test("A batch that did not arrive goes out alone, as it was; only one that somebody took lets another one follow")
  func lostBefore() async throws {
    let queue = PinFailureQueue(store: Kept())
    await queue.record(try failure(9, at: 100))
    let batch = try #require(await queue.first(at: date(200)))
    await queue.record(try failure(8, at: 300))
    #expect(await queue.due(at: date(9000)) == [batch])
    await queue.sent(batch, at: date(9000), pinMatch: .fails("no pin matched"))
    #expect(await queue.due(at: date(20_000)).count == 2)
  }

  @Test(
    "However many pins a failure names, what is kept fits into one item of a secret store, and each outcome is told")
  func bytes() async throws {
    let store = Kept()
    let expected = Set(try (100..<132).map(Self.pin))
    for hour in 0..<6 {
      let queue = PinFailureQueue(store: store)
      let now = date(200 + 3600 * Double(hour))
      for outcome in PinFailureReport.Outcome.allCases {
        for key in 0..<40 {
          await queue.record(
            PinFailureReport(
              host: try ServerHost("api.example.org"), expected: expected, seen: try (key..<key + 10).map(Self.pin),
              date: now, outcome: outcome))
        }
      }
      _ = await queue.tell(at: now) { batch in
        #expect(Set(batch.entries.map(\.outcome)).count == 3 && batch.forgotten > 0)
        return .fails("no pin matched")
      }
      #expect(await PinFailureQueue(store: store).due(at: date(1e6)) == queue.due(at: date(1e6)))
    }
    #expect(store.largest.withLock { $0 } <= PinFailureQueue.byteLimit)
  }

  @Test("A store that is locked, and one that holds junk, lose nothing that comes later")
  func badStore() async throws {
    let store = Kept()
    let first = PinFailureQueue(store: store)
    await first.record(try failure(9, at: 100))
    store.isLocked.withLock { $0 = true }
    let locked = PinFailureQueue(store: store)
    await locked.record(try failure(9, at: 200))
    await locked.record(try failure(8, at: 200))
    // Nobody knows what went out before, so its number cannot be known either.
    #expect(await locked.first(at: date(200)) == nil)
    store.isLocked.withLock { $0 = false }
    #expect(await locked.first(at: date(300))?.entries.map(\.count) == [2, 1])
    store.bytes.withLock { $0 = Array("junk".utf8) }
    let after = PinFailureQueue(store: store)
    await after.record(try failure(7, at: 300))
    #expect(await after.first(at: date(300))?.entries.count == 1)
  }

  @Test(
    "A batch whose answer was lost is sent again as it was, also after a restart; what came since has another number")
  func numbered() async throws {
    let store = Kept()
    let queue = PinFailureQueue(store: store)
    await queue.record(try failure(9, at: 100))
    let sent = Mutex<[PinFailureBatch]>([])
    await #expect(throws: NetworkError.timeout) {
      _ = try await queue.tell(at: Date(timeIntervalSince1970: 200)) { batch throws(NetworkError) -> Verdict in
        sent.withLock { $0.append(batch) }
        throw .timeout
      }
    }
    await queue.record(try failure(9, at: 300))
    await queue.record(try failure(8, at: 300))
    let again = PinFailureQueue(store: store)
    for seconds in [400.0, 5000] {
      _ = await again.tell(at: date(seconds)) { batch in
        sent.withLock { $0.append(batch) }
        return .holds
      }
    }
    let batches = sent.withLock { $0 }
    try #require(batches.count == 3)
    #expect(batches[0] == batches[1] && batches[0].entries.map(\.count) == [1])
    #expect(batches[0].number == 200 && batches[2].number == 5000)
    #expect(batches[2].entries.map(\.count) == [1, 1])
  }

  @Test("No number is given twice in a row, whatever the clock says", arguments: [0, -1e18, 200, 1e18])
  func numbers(clock: Double) async throws {
    let queue = PinFailureQueue(store: Kept())
    var last: Int64?
    for seconds in [200, clock, clock] {
      await queue.record(try failure(9, at: 100))
      var due = await queue.first(at: date(seconds))
      // A clock that stands still is set back.
      if due == nil { due = await queue.first(at: date(seconds - 1000)) }
      let batch = try #require(due)
      let number = try #require(batch.number)
      #expect(number != last && (1...PinFailureBatch.maximumNumber).contains(number))
      last = number
      await queue.sent(batch, at: date(seconds), pinMatch: .holds)
    }
  }

  @Test("A report names at most ten keys")
  func seen() throws {
    let keys = try (0..<30).map(Self.pin)
    let report = PinFailureReport(
      host: try ServerHost("a.example"), expected: [], seen: keys, date: date(0), outcome: .notValidated)
    #expect(report.seen == Array(keys.prefix(10)))
  }
}

extension PinFailureQueue {
  /// What is due first.
  fileprivate func first(at now: Date) async -> PinFailureBatch? { await due(at: now).first }
}
