#if Server
  import Synchronization
  import TrustWire

  /// The store that ends with the process: for tests and demonstrations.
  public final class InMemoryTrustStore: TrustStore {
    private let rows = Mutex(Rows())

    public init() {}

    public func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      let outcome: Result<R, StoreError> = rows.withLock { rows in
        let transaction = MemoryTransaction(rows)
        do throws(StoreError) {
          let result = try body(transaction)
          rows = transaction.rows
          return .success(result)
        } catch {
          return .failure(error)
        }
      }
      return try outcome.get()
    }

    struct Rows: Sendable {
      var challenges: [String: (used: Bool, expiresAt: Int64)] = [:]
      var proofs: [String: Int64] = [:]
      var devices: [String: DeviceRow] = [:]
      var sessions: [String: SessionRow] = [:]
      var tokens: [String: RefreshTokenRow] = [:]
      var accounts: [String: AccountRow] = [:]
      var attempts: [String: AttemptRow] = [:]
      var records: [String: [RecordBatch.Entry]] = [:]
      var anchors: [[String]: [RecordStoreAnchor]] = [:]
      var signingKeys: [String: SigningKeyRow] = [:]
      var attestedKeys: [String: AttestedKeyRow] = [:]
      /// In the order in which they came.
      var reports: [ReportRow] = []
      var lastReport: Int64 = 0
      /// Positions of texts that keys without attestation sent, in their order.
      var looseReports: [Int64] = []
      var blocks: [String: DeviceBlock] = [:]
      /// In the order in which they were told last.
      var pinFailures: [PinFailureRow] = []
      var lastPinFailure: Int64 = 0
      /// When each device told which batch last.
      var pinFailureBatches: [String: [Int64: Int64]] = [:]
      var keptTime: Int64?
    }
  }

  /// A copy of the rows that becomes the rows when the transaction ends well.
  final class MemoryTransaction: TrustTransaction {
    var rows: InMemoryTrustStore.Rows
    init(_ rows: InMemoryTrustStore.Rows) { self.rows = rows }

    func keptTime() -> Int64? { rows.keptTime }
    func keepTime(_ moment: Int64) { rows.keptTime = moment }

    func addChallenge(digest: String, expiresAt: Int64) { rows.challenges[digest] = (false, expiresAt) }

    func consumeChallenge(digest: String, now: Int64) -> ChallengeState {
      guard let row = rows.challenges[digest], row.expiresAt > now else { return .unknown }
      guard !row.used else { return .alreadyUsed }
      rows.challenges[digest]?.used = true
      return .fresh
    }

    func rememberProof(digest: String, now: Int64, expiresAt: Int64) -> Bool {
      if let end = rows.proofs[digest], end > now { return false }
      rows.proofs[digest] = expiresAt
      return true
    }

    func dropExpired(now: Int64, limit: Int) -> Int {
      let challenges = rows.challenges.filter { $0.value.expiresAt <= now }.keys.prefix(limit)
      let proofs = rows.proofs.filter { $0.value <= now }.keys.prefix(limit - challenges.count)
      let attempts = rows.attempts.filter { $0.value.expiresAt <= now }.keys
        .prefix(limit - challenges.count - proofs.count)
      for digest in challenges { rows.challenges[digest] = nil }
      for digest in proofs { rows.proofs[digest] = nil }
      for key in attempts { rows.attempts[key] = nil }
      return challenges.count + proofs.count + attempts.count
    }

    func saveSession(_ session: SessionRow) { rows.sessions[session.id] = session }
    func session(id: String) -> SessionRow? { rows.sessions[id] }

    func openSessions(account: String, after: SessionCursor?, limit: Int) -> [SessionRow] {
      let found = newestFirst { row in
        row.kind == .user && row.subject == account && row.ended == nil && Self.isBehind(row, after)
      }
      return Array(found.prefix(limit))
    }

    func sessions(parent: String) -> [SessionRow] { newestFirst { $0.parent == parent } }

    func openSessions(device: String) -> [SessionRow] { newestFirst { $0.device == device && $0.ended == nil } }

    func openApps(device: String) -> [SessionRow] {
      newestFirst { $0.device == device && $0.kind == .app && $0.ended == nil }
    }

    func liveSessions(now: Int64, after: SessionCursor?, limit: Int) -> [SessionRow] {
      let found = newestFirst { row in row.ended == nil && row.expiresAt > now && Self.isBehind(row, after) }
      return Array(found.prefix(limit))
    }

    private static func isBehind(_ row: SessionRow, _ place: SessionCursor?) -> Bool {
      place.map { (row.startedAt, row.id) < ($0.startedAt, $0.id) } ?? true
    }

    func latestUse(by moment: Int64) -> Int64? { rows.sessions.values.map(\.lastUsedAt).filter { $0 <= moment }.max() }

    func endSessions(usedAfter limit: Int64, at moment: Int64) {
      for var session in rows.sessions.values where session.lastUsedAt > limit {
        session.endedAt = min(session.endedAt ?? moment, moment)
        session.ended = session.ended ?? .expired
        session.expiresAt = min(session.expiresAt, moment)
        session.lastUsedAt = moment
        rows.sessions[session.id] = session
      }
    }

    private func newestFirst(_ isWanted: (SessionRow) -> Bool) -> [SessionRow] {
      rows.sessions.values.filter(isWanted).sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
    }

    func saveRefreshToken(_ token: RefreshTokenRow) { rows.tokens[token.digest] = token }
    func refreshToken(digest: String) -> RefreshTokenRow? { rows.tokens[digest] }
    func dropRefreshToken(digest: String) { rows.tokens[digest] = nil }

    func dropRefreshTokens(session: String, before generation: Int64) {
      rows.tokens = rows.tokens.filter { $0.value.session != session || $0.value.generation >= generation }
    }

    func pruneSessions(expiredBy moment: Int64, limit: Int) -> Int {
      let gone = Set(rows.sessions.values.filter { $0.expiresAt <= moment }.prefix(limit).map(\.id))
      rows.sessions = rows.sessions.filter { !gone.contains($0.key) }
      rows.tokens = rows.tokens.filter { !gone.contains($0.value.session) }
      return gone.count
    }

    func addAccount(_ account: AccountRow) -> Bool {
      guard rows.accounts[account.user] == nil else { return false }
      rows.accounts[account.user] = account
      return true
    }

    func account(user: String) -> AccountRow? { rows.accounts[user] }
    func account(id: String) -> AccountRow? { rows.accounts.values.first { $0.id == id } }
    func accounts() -> [AccountRow] { rows.accounts.values.sorted { $0.user < $1.user } }

    func savePassword(account id: String, _ password: PasswordHash) {
      guard let account = account(id: id) else { return }
      rows.accounts[account.user] = AccountRow(id: id, user: account.user, password: password)
    }

    func attempts(key: String) -> AttemptRow? { rows.attempts[key] }
    func saveAttempts(_ attempts: AttemptRow) { rows.attempts[attempts.key] = attempts }

    func signingKeys() -> [SigningKeyRow] {
      rows.signingKeys.values.sorted { ($0.activeFrom, $0.id) < ($1.activeFrom, $1.id) }
    }

    func saveSigningKey(_ key: SigningKeyRow) { rows.signingKeys[key.id] = key }
    func removeSigningKey(id: String) { rows.signingKeys[id] = nil }

    func addRecord(account: String, _ entry: RecordBatch.Entry) {
      guard rows.records[account]?.contains(where: { $0.id == entry.id }) != true else { return }
      rows.records[account, default: []].append(entry)
    }

    func records(account: String) -> [RecordBatch.Entry] { rows.records[account] ?? [] }

    func anchors(account: String, device: String) -> [RecordStoreAnchor] { rows.anchors[[account, device]] ?? [] }

    func saveAnchor(account: String, device: String, _ anchor: RecordStoreAnchor) {
      let others = anchors(account: account, device: device).filter { $0.store != anchor.store }
      rows.anchors[[account, device]] = [anchor] + others.prefix(AnchorJudgement.storesKept - 1)
    }
  }
#endif
