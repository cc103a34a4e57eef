import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// A wipe that finds no room for its journal.
@Suite struct WipeRoomTests {
  private final class Events: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ event: String) { list.withLock { $0.append(event) } }
    var all: [String] { list.withLock { $0 } }
  }

  /// A journal on a medium that is full until this was erased; nil: for ever.
  private struct FullJournal: WipeJournal {
    let journal = InMemoryWipeJournal()
    let events: Events
    let room: String?

    func read() -> [UInt8]? { journal.read() }
    func replace(_ bytes: [UInt8]) throws(LifecycleError) {
      guard let room, events.all.contains("erase \(room)") else { throw .full }
      journal.replace(bytes)
    }
    func remove() { journal.remove() }
  }

  private let events = Events()

  private func target(_ name: String, _ kind: UserDataKind, resists: Bool = false) throws -> ActionWipe {
    ActionWipe(
      name: try targetName(name), kind: kind, destroyKeys: { [events] _ in events.add("keys \(name)") },
      erase: { [events] _ throws(LifecycleError) in
        events.add("erase \(name)")
        // The first time only.
        if resists, events.all.count(where: { $0 == "erase \(name)" }) == 1 { throw .denied(13) }
      }, remains: { _ in [] })
  }

  @Test("Caches go first, then temporary files, one after the other until there is room; then the wipe begins")
  func room() async throws {
    let targets = [
      try target("records", .records), try target("more", .temporaryFiles),
      try target("cache", .caches, resists: true), try target("files", .temporaryFiles),
      try target("last", .temporaryFiles),
    ]
    let journal = FullJournal(events: events, room: "more")
    let (wipe, _) = try Wipe.open(plan: plan(targets), journal: journal)
    guard case .complete = try await wipe.run(.logout) else {
      Issue.record("not complete")
      return
    }
    #expect(events.all.prefix(3) == ["erase cache", "erase more", "keys records"])
    #expect(Set(targets.map { "erase \($0.name)" }).isSubset(of: events.all))
    #expect(journal.read() == nil)
  }

  @Test("Where there is no room in the end nothing else goes, and access stays")
  func noRoom() async throws {
    let targets = [
      try target("records", .records), try target("cache", .caches), try target("files", .temporaryFiles),
    ]
    let (wipe, opening) = try Wipe.open(plan: plan(targets), journal: FullJournal(events: events, room: nil))
    guard case .clear(let access) = opening else {
      Issue.record("pending")
      return
    }
    await #expect(throws: LifecycleError.full) { try await wipe.run(.logout) }
    #expect(events.all == ["erase cache", "erase files"])
    #expect(throws: Never.self) { try access.require() }
  }
}
