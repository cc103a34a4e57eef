#if Server
  import Crypto
  import Foundation
  import Redaction
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire

  /// A store in which something happens between two transactions.
  private final class Interrupted: TrustStore {
    private let inner = InMemoryTrustStore()
    private let countdown = Mutex(Int.max)
    private let happens = Mutex<(@Sendable (any TrustTransaction) throws(StoreError) -> Void)?>(nil)

    func after(_ count: Int, _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> Void) {
      happens.withLock { $0 = body }
      countdown.withLock { $0 = count }
    }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      let result = try await inner.transaction(body)
      let isTime = countdown.withLock { left in
        left -= 1
        return left == 0
      }
      if isTime, let body = happens.withLock({ $0 }) { try await inner.transaction(body) }
      return result
    }
  }

  /// A person on a device, signed in, that sends records with anchors.
  private struct Sender: Sendable {
    let stage: Stage
    let app: TokenResponse
    let user: TokenResponse
    let account: String

    /// - Parameter app: of this key's installation; nil for a new one.
    init(
      _ store: any TrustStore = InMemoryTrustStore(), key: P256.Signing.PrivateKey = .init(), user: String = "ada",
      app known: TokenResponse? = nil
    ) async throws {
      stage = try await Stage(store: store, key: key)
      do {
        try await stage.desk.addAccount(user: user, password: Secret(copying: Array("correct horse".utf8)))
      } catch TrustServerError.accountExists {}
      app = if let known { known } else { try await stage.app() }
      self.user = try TokenResponse(reading: try await stage.logIn(app, user: user).body)
      account = try #require(
        try await store.transaction { rows throws(StoreError) in try rows.account(user: user)?.id })
    }

    func send(_ id: String, _ anchor: RecordStoreAnchor?) async throws -> TrustAnswer {
      let batch = RecordBatch([.init(id: id, kind: "sleep", createdAt: 5, payload: "{}")], anchor: anchor)
      return try await stage.sendRecords(app, user, batch.bytes)
    }

    func ids() async throws -> [String] {
      let account = account
      return try await stage.store.transaction { rows throws(StoreError) in try rows.records(account: account) }
        .map(\.id)
    }

    /// Kinds of the events since the last login.
    var events: [TrustEvent.Kind] {
      Array(stage.events.all.map(\.kind).drop { $0 != .loggedIn }.dropFirst())
    }
  }

  @Suite struct RecordAnchorTests {
    static let stores: [@Sendable () throws -> any TrustStore] = [
      { InMemoryTrustStore() }, { try SQLiteTrustStore(path: temporaryFile()) },
    ]

    @Test(
      "An older copy is refused with 409 by name, keeps nothing, and the operator learns which device", arguments: 0..<2
    )
    func rolledBack(store: Int) async throws {
      let sender = try await Sender(try Self.stores[store]())
      #expect(try await sender.send("1", try anchor(1, 7)).status == 200)
      for older in [try anchor(1, 6), try anchor(1, 0), try anchor(1, 7, digest: 1)] {
        let answer = try await sender.send("2", older)
        #expect(answer.status == 409 && reason(answer) == .recordsRolledBack)
        #expect(try RefusalBody(reading: answer.body).explanation.contains("sign out on this device"))
      }
      #expect(try await sender.ids() == ["1"])
      let last = try #require(sender.stage.events.all.last)
      #expect(last.kind == .recordsRolledBack && last.reason == .recordsRolledBack)
      #expect(last.device == String(sender.stage.device.thumbprint.prefix(8)))
      // What was refused moved nothing: the newest copy goes on.
      #expect(try await sender.send("3", try anchor(1, 7)).status == 200)
      #expect(try await sender.send("4", try anchor(1, 8)).status == 200)
      #expect(reason(try await sender.send("5", try anchor(1, 7))) == .recordsRolledBack)
      #expect(try await sender.ids() == ["1", "3", "4"])
    }

    @Test("A retry with the same anchor is no rollback and makes no noise")
    func retry() async throws {
      let sender = try await Sender()
      for _ in 0..<3 { #expect(try await sender.send("1", try anchor(1, 7)).status == 200) }
      #expect(try await sender.ids() == ["1"])
      #expect(sender.events == [.recordsStored, .recordsStored, .recordsStored])
    }

    @Test("Another store starts anew and is an event; the first one is none", arguments: 0..<2)
    func otherStore(store: Int) async throws {
      let sender = try await Sender(try Self.stores[store]())
      #expect(try await sender.send("1", try anchor(1, 7)).status == 200)
      #expect(try await sender.send("2", try anchor(2, 0)).status == 200)
      #expect(try await sender.send("3", try anchor(2, 1)).status == 200)
      #expect(sender.events == [.recordsStored, .recordStoreReplaced, .recordsStored, .recordsStored])
      #expect(reason(try await sender.send("4", try anchor(1, 6))) == .recordsRolledBack)
      #expect(try await sender.send("5", try anchor(1, 7)).status == 200)
      #expect(sender.events.suffix(3) == [.recordsRolledBack, .recordStoreReplaced, .recordsStored])
    }

    @Test("Records without an anchor are kept; from a device that anchored before they are an event")
    func missing() async throws {
      let sender = try await Sender()
      #expect(try await sender.send("1", nil).status == 200)
      #expect(try await sender.send("2", try anchor(1, 7)).status == 200)
      #expect(try await sender.send("3", nil).status == 200)
      #expect(sender.events == [.recordsStored, .recordsStored, .recordsUnanchored, .recordsStored])
      #expect(reason(try await sender.send("4", try anchor(1, 6))) == .recordsRolledBack)
    }

    @Test("One person's, and one device's, anchors say nothing about another's", arguments: 0..<2)
    func apart(store: Int) async throws {
      let rows = try Self.stores[store]()
      let ada = try await Sender(rows)
      let elsewhere = try await Sender(rows)
      let bob = try await Sender(rows, key: ada.stage.key, user: "bob", app: ada.app)
      #expect(try await ada.send("1", try anchor(1, 7)).status == 200)
      #expect(try await elsewhere.send("2", try anchor(1, 3)).status == 200)
      #expect(try await bob.send("3", try anchor(1, 1)).status == 200)
      #expect(try await ada.ids() == ["1", "2"])
      #expect(elsewhere.events == [.recordsStored] && bob.events == [.recordsStored])
      #expect(reason(try await ada.send("4", try anchor(1, 6))) == .recordsRolledBack)
    }

    @Test("Of racing batches the newest always wins, and exactly the accepted ones are kept")
    func racing() async throws {
      let path = temporaryFile()
      let sender = try await Sender(try SQLiteTrustStore(path: path))
      let outcomes = try await withThrowingTaskGroup(of: (Int64, Int).self) { group in
        for generation in Int64(1)...20 {
          group.addTask {
            (generation, try await sender.send("\(generation)", try anchor(1, generation)).status)
          }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(Set(outcomes.values).isSubset(of: [200, 409]))
      #expect(outcomes[20] == 200)
      let accepted = outcomes.filter { $0.value == 200 }.keys.sorted()
      // In the order of arrival the accepted generations only grow.
      #expect(try await sender.ids() == accepted.map(String.init))
      let (account, device) = (sender.account, sender.stage.device.thumbprint)
      let kept = try await sender.stage.store.transaction { rows throws(StoreError) in
        try rows.anchors(account: account, device: device)
      }
      #expect(kept == [try anchor(1, 20)])
    }

    @Test("Between judging a batch and keeping it nothing can come in", arguments: 1...5)
    func together(place: Int) async throws {
      let store = Interrupted()
      let sender = try await Sender(store)
      let (account, device) = (sender.account, sender.stage.device.thumbprint)
      let newer = try anchor(1, 2000)
      let wasKept = Mutex(false)
      // Another batch of this device arrives after so many transactions of this one's request.
      store.after(place) { rows throws(StoreError) in
        let isKept = try !rows.records(account: account).isEmpty
        wasKept.withLock { $0 = isKept }
        try rows.saveAnchor(account: account, device: device, newer)
      }
      let status = try await sender.send("1", try anchor(1, 1000)).status
      let isKept = try await sender.ids() == ["1"]
      #expect(status == (isKept ? 200 : 409))
      #expect(wasKept.withLock { $0 } == isKept, "a batch was kept after a newer one")
    }

    @Test("A restart of the server forgets no anchor")
    func restart() async throws {
      let path = temporaryFile()
      let first = try SQLiteTrustStore(path: path)
      let before = try await Sender(first)
      #expect(try await before.send("1", try anchor(1, 7)).status == 200)
      try await Task { try first.release() }.value
      let after = try await Sender(try SQLiteTrustStore(path: path), key: before.stage.key)
      #expect(reason(try await after.send("2", try anchor(1, 6))) == .recordsRolledBack)
      #expect(try await after.ids() == ["1"])
    }

    @Test("A broken anchor refuses the batch as a whole")
    func malformed() async throws {
      let sender = try await Sender()
      let body = #"{"version":1,"anchor":{"store":"AA","generation":1,"digest":"AA"},"records":[]}"#
      #expect(reason(try await sender.stage.sendRecords(sender.app, sender.user, Array(body.utf8))) == .malformed)
    }
  }
#endif
