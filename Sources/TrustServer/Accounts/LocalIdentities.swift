#if Server
  import Redaction

  /// The accounts in the server's own store, with scrypt hashes. An unknown name costs what a wrong password costs.
  struct LocalIdentities: IdentityProvider {
    let store: any TrustStore
    let gate: DerivationGate
    /// What an unknown name's password is compared with: no password leads to it, and it costs what new hashes cost.
    let decoy: PasswordHash

    func authenticate(user: String, password: borrowing Secret) async -> IdentityAnswer {
      let box = SecretBox(password.duplicate())
      let account: AccountRow?
      do throws(StoreError) {
        account = try await store.reading { rows throws(StoreError) in try rows.account(user: user) }
      } catch {
        return .unavailable
      }
      let hash = account?.password ?? decoy
      let cost = decoy.cost
      guard let matches = await gate.run({ hash.matches(box.secret, asLongAs: cost) }) else { return .busy }
      guard let account, matches else { return .refused }
      return .person(account: account.id)
    }
  }

  /// Carries a secret to another thread: a closure cannot own what cannot be copied.
  final class SecretBox: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }
#endif
