#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustServer
  import TrustWire

  /// The stores that every promise about sessions is checked on.
  enum StoreKind: String, CaseIterable, Sendable {
    case memory, file
    #if PostgreSQL
      case postgres
    #endif

    /// PostgreSQL alone where a server was given (`Scripts/test-postgres`); the others are tested without one.
    static var allCases: [StoreKind] {
      #if PostgreSQL
        PostgresPlace.connection == nil ? [.memory, .file] : [.postgres]
      #else
        [.memory, .file]
      #endif
    }

    func make() throws -> any TrustStore {
      switch self {
      case .memory: InMemoryTrustStore()
      case .file: try SQLiteTrustStore(path: temporaryFile())
      #if PostgreSQL
        case .postgres: try PostgresPlace.store()
      #endif
      }
    }
  }

  /// Commits and then says that it did not: what a caller sees when the connection breaks at the wrong moment. Or fails
  /// before anything is kept, or where a disk is found full: when everything was written and is committed.
  final class BreakingStore: TrustStore {
    enum Fault: Sendable { case none, before, atCommit, after }
    private let inner: any TrustStore
    private let fault = Locked<Fault>(.none)

    init(_ inner: any TrustStore) { self.inner = inner }

    func fail(_ fault: Fault) { self.fault.set(fault) }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      let fault = fault.value
      // 13: SQLITE_FULL
      if fault == .before { throw .failed(code: 13) }
      let result = try await inner.transaction { rows throws(StoreError) in
        let result = try body(rows)
        if fault == .atCommit { throw .failed(code: 13) }
        return result
      }
      if fault == .after { throw .failed(code: 13) }
      return result
    }
  }

  extension Stage {
    static func days(_ count: Int64) -> Int64 { count * 86400 }

    /// A policy with short times, so that each limit can be the first one.
    static func policy(_ change: (inout SessionRequirement) -> Void) -> Policy {
      var policy = Stage.policy()
      change(&policy.session)
      return policy
    }

    func addAda() async throws {
      do throws(TrustServerError) {
        try await desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      } catch {
        guard error == .accountExists else { throw error }
      }
    }

    func user(_ app: TokenResponse) async throws -> TokenResponse {
      try TokenResponse(reading: try await logIn(app).body)
    }

    /// A refresh that works.
    func renewed(_ token: String) async throws -> TokenResponse {
      try TokenResponse(reading: try await refresh(token).body)
    }

    func bearerRefresh(_ token: String) async -> TrustAnswer { await self.token(.refresh(token: token)) }

    /// Nil for a token that is good here and now.
    func check(_ token: TokenResponse, _ kind: TokenKind = .app) async -> RefusalReason? {
      do throws(RefusalBody) {
        _ = try await desk.check(token.accessToken, kind: kind)
        return nil
      } catch {
        return error.reason
      }
    }
  }
#endif
