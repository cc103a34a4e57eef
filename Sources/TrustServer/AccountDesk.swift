#if Server
  import Crypto
  import Foundation
  import Redaction
  import TrustWire
  import UntrustedInput

  /// Tells people apart by name and password, slowly for everyone who guesses.
  ///
  /// Each attempt is counted before the password is looked at, so that parallel guesses count too. An unknown name
  /// costs
  /// what a wrong password costs and locks the same way. Source: BSI TR-03161-1 O.Auth_7.
  struct AccountDesk: Sendable {
    static let wrongInARow: Int64 = 5
    static let lock: Int64 = 15 * 60
    let configuration: TrustConfiguration
    let store: any TrustStore
    /// What an unknown name's password is compared with: no password leads to it.
    let decoy: PasswordHash

    init(configuration: TrustConfiguration, store: any TrustStore) throws(TrustServerError) {
      self.configuration = configuration
      self.store = store
      decoy = try PasswordHash(password: Secret(copying: try configuration.dice()), salt: try configuration.dice())
    }

    func add(user: String, password: borrowing Secret) async throws(TrustServerError) {
      guard (1...128).contains(user.utf8.count), (8...1024).contains(password.count) else { throw .accountUnusable }
      let account = AccountRow(
        id: Base64URL.encode(try configuration.dice().prefix(16)), user: user,
        password: try PasswordHash(password: password, salt: try configuration.dice()))
      let added: Bool
      do throws(StoreError) {
        added = try await store.transaction { rows throws(StoreError) in try rows.addAccount(account) }
      } catch {
        throw .store(error)
      }
      guard added else { throw .accountExists }
    }

    // O.Auth_7#1
    /// The account's id.
    func authenticate(user: String, password: borrowing Secret) async throws(Refusal) -> String {
      let now = configuration.seconds
      let digest = ProofOfPossession.digest(user)
      let outcome: (wait: Int64, account: AccountRow?)
      do throws(StoreError) {
        outcome = try await store.transaction { rows throws(StoreError) -> (wait: Int64, account: AccountRow?) in
          try rows.dropExpired(now: now)
          var row =
            try rows.attempts(userDigest: digest)
            ?? AttemptRow(userDigest: digest, failures: 0, lockedUntil: 0, expiresAt: 0)
          guard row.lockedUntil <= now else { return (row.lockedUntil - now, nil) }
          row.failures += 1
          if row.failures >= Self.wrongInARow { (row.failures, row.lockedUntil) = (0, now + Self.lock) }
          row.expiresAt = now + 86400
          try rows.saveAttempts(row)
          return (0, try rows.account(user: user))
        }
      } catch {
        throw .unavailable
      }
      guard outcome.wait == 0 else { throw .rateLimited(retryAfter: outcome.wait) }
      let matches = (outcome.account?.password ?? decoy).matches(password)
      guard let account = outcome.account, matches else {
        throw .grant(.credentialsInvalid, "name or password is wrong")
      }
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          try rows.saveAttempts(AttemptRow(userDigest: digest, failures: 0, lockedUntil: 0, expiresAt: now))
        }
      } catch {
        throw .unavailable
      }
      return account.id
    }
  }
#endif
