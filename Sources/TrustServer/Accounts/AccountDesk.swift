#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Tells people apart by name and password, slowly for everyone who guesses.
  ///
  /// Attempts count by name and by address. An unknown name costs what a wrong password costs and locks the same way.
  /// An address that is locked counts against no name: whoever guesses from one place cannot lock out everybody.
  ///
  /// Does not protect from guessing that comes slowly and from many addresses, and lets whoever knows a name lock it for
  /// a quarter of an hour. Source: BSI TR-03161-1 O.Auth_7; BSI TR-03161-3 O.Pass_3.
  struct AccountDesk: Sendable {
    static let wrongInARow: Int64 = 5
    static let lock: Int64 = 15 * 60
    let configuration: TrustConfiguration
    let store: any TrustStore
    /// Wrong attempts from one address, whatever the names, within `lock` seconds.
    private let wrongPerAddress: Int64
    /// Attempts with one name, whose password may be right.
    private let perName: RateBuckets
    private let gate: DerivationGate
    /// Of every new hash.
    private let cost: PasswordCost
    private let identities: any IdentityProvider
    private let isLocal: Bool

    init(
      configuration: TrustConfiguration, store: any TrustStore, limits: ServerLimits, cost: PasswordCost,
      pace: SignInPace, gate: DerivationGate
    ) throws(TrustServerError) {
      self.configuration = configuration
      self.store = store
      wrongPerAddress = Int64(limits.wrongPerAddress)
      self.cost = cost
      self.gate = gate
      perName = RateBuckets(perMinute: pace.perName)
      isLocal = configuration.identities == nil
      let decoy = PasswordHash(salt: try configuration.dice(), cost: cost, hash: try configuration.dice())
      identities = configuration.identities ?? LocalIdentities(store: store, gate: gate, decoy: decoy)
    }

    func add(user: String, password: borrowing Secret) async throws(TrustServerError) {
      guard (1...128).contains(user.utf8.count), Self.isUsable(password) else { throw .accountUnusable }
      let account = AccountRow(
        id: Base64URL.encode(try configuration.dice().prefix(16)), user: user,
        password: try PasswordHash(password: password, salt: try configuration.dice(), cost: cost))
      let added: Bool
      do throws(StoreError) {
        added = try await store.transaction { rows throws(StoreError) in try rows.addAccount(account) }
      } catch {
        throw .store(error)
      }
      guard added else { throw .accountExists }
    }

    /// The operator's way: asks for no old password, ends every session and forgets the attempts.
    func set(user: String, password: borrowing Secret) async throws(TrustServerError) -> Int? {
      guard Self.isUsable(password) else { throw .accountUnusable }
      let hash = try PasswordHash(password: password, salt: try configuration.dice(), cost: cost)
      let now = configuration.seconds
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          guard let account = try rows.account(user: user) else { return nil }
          try rows.savePassword(account: account.id, hash)
          // Read before it is written: an attempt that is being counted must not write its number over this.
          _ = try rows.attempts(key: Self.key(user: user))
          try rows.saveAttempts(AttemptRow(key: Self.key(user: user), expiresAt: now))
          return try SessionDesk.endAll(rows, account: account.id, except: nil, because: .passwordChanged, now: now)
            .count
        }
      } catch {
        throw .store(error)
      }
    }

    private static func key(user: String) -> String { "u." + ProofOfPossession.digest(user) }

    private static func isUsable(_ password: borrowing Secret) -> Bool { (8...1024).contains(password.count) }

    // O.Auth_7#1 O.Auth_7#41
    /// - Parameter address: where the attempt comes from; IPv6 counts by its /64.
    /// - Returns: the account's id.
    /// - Throws: 400 `credentialsInvalid`; 429 `rateLimited` when name or address is locked, the name was used too often
    ///   within a minute, or too many wait; 503.
    func authenticate(
      user: String, password: borrowing Secret, address: String?
    ) async throws(Refusal) -> String {
      let ticket = try await count(user: user, address: address)
      // After the count: a name that is locked takes nothing here, so that guesses use up little of it.
      if let wait = perName.take(ticket.user, now: configuration.seconds) {
        try await settle(ticket, isRight: false)
        throw .rateLimited(retryAfter: wait)
      }
      switch await identities.authenticate(user: user, password: password) {
      case .person(let account):
        try await settle(ticket, isRight: true)
        return account
      case .refused:
        throw .wrongCredentials
      case .unavailable:
        try await settle(ticket, isRight: false)
        throw .unavailable
      case .busy:
        try await settle(ticket, isRight: false)
        throw .rateLimited(retryAfter: 2)
      }
    }

    // O.Pass_3#40 O.Auth_14#42
    /// Changes a person's password: needs the old one again, whatever session asks, and ends every other session.
    ///
    /// - Parameter kept: the session that asks.
    /// - Returns: the sessions that ended.
    /// - Throws: as `authenticate`; 400 `passwordRefused` for a new password that ``PasswordRules`` refuse, 400 `malformed`
    ///   where people are known elsewhere.
    func changePassword(
      account id: String, old: borrowing Secret, new: borrowing Secret, keeping kept: String, address: String?
    ) async throws(Refusal) -> [String] {
      guard isLocal else { throw .malformed("passwords are changed where people are known, not here") }
      guard let before = try await look({ rows throws(StoreError) in try rows.account(id: id) }) else {
        throw .wrongCredentials
      }
      // Before anything is counted: what is told here is about what the caller sent, and nothing about the account.
      let rules = configuration.policy.session.password
      let flaw = PasswordRules.flaw(in: new, user: before.user, by: rules) ?? (new.isEqual(to: old) ? .unchanged : nil)
      if let flaw {
        throw Refusal(400, RefusalBody(.invalidRequest, .passwordRefused, flaw.description))
      }
      let proven = try await signIn(user: before.user, password: old, address: address)
      guard proven.account == id, let proved = proven.password else { throw .wrongCredentials }
      let hash = try await derive(SecretBox(new.duplicate()))
      let now = configuration.seconds
      let ended: [String]? = try await write { rows throws(StoreError) in
        // Two changes at once: the one that proved a password which is no longer in force loses.
        guard try rows.account(id: id)?.password == proved else { return nil }
        try rows.savePassword(account: id, hash)
        return try SessionDesk.endAll(rows, account: id, except: kept, because: .passwordChanged, now: now)
      }
      guard let ended else { throw proven.whenReplaced }
      return ended
    }

    /// A right password, as a login or a change of the password goes on with it.
    struct Proven: Sendable {
      let account: String
      /// The hash that it was proved against; nil where people are known elsewhere.
      let password: PasswordHash?
      /// Whether that is weaker than new ones and there was no room to hash it anew.
      var isLeftWeak = false

      // O.Pass_5#4
      /// The refusal when another hash is in force by then. Beside one that was left weak another login may have made it
      /// of the same password: who comes again is told whether it is.
      var whenReplaced: Refusal { isLeftWeak ? .rateLimited(retryAfter: 2) : .wrongCredentials }
    }

    /// - Throws: as `authenticate`.
    func signIn(
      user: String, password: borrowing Secret, address: String?
    ) async throws(Refusal) -> Proven {
      // Before it is compared: one that changes in between does not fit any more, and the login is asked again.
      let before = isLocal ? try await look { rows throws(StoreError) in try rows.account(user: user) } : nil
      let account = try await authenticate(user: user, password: password, address: address)
      guard let before else { return Proven(account: account, password: nil) }
      let (hash, isLeftWeak) = try await renewed(before, SecretBox(password.duplicate()))
      return Proven(account: account, password: hash, isLeftWeak: isLeftWeak)
    }

    // O.Pass_5#2
    /// After a right password whose hash is weaker than new ones are: hashes it anew. Where there is no room for that
    /// now, the next login does.
    /// - Returns: the hash in force, if the password is still right; and whether there was no room.
    private func renewed(
      _ before: AccountRow, _ password: SecretBox
    ) async throws(Refusal) -> (PasswordHash, isLeftWeak: Bool) {
      guard before.password.cost.isWeaker(than: cost) else { return (before.password, false) }
      guard let hash = try? await derive(password) else { return (before.password, true) }
      let inForce: PasswordHash? = try await write { rows throws(StoreError) in
        let found = try rows.account(id: before.id)?.password
        guard found == before.password else { return found }
        try rows.savePassword(account: before.id, hash)
        return hash
      }
      guard let inForce, inForce != hash else { return (hash, false) }
      // Another login was faster, or the password was changed.
      guard let isRight = await gate.run({ inForce.matches(password.secret) }) else {
        throw .rateLimited(retryAfter: 2)
      }
      return (isRight ? inForce : before.password, false)
    }

    /// - Throws: 429 when too many wait already; 500 when the library refuses the input.
    private func derive(_ password: SecretBox) async throws(Refusal) -> PasswordHash {
      let salt: [UInt8]
      do { salt = try configuration.dice() } catch { throw .broken }
      let derived = await gate.run { [cost] in try? PasswordHash(password: password.secret, salt: salt, cost: cost) }
      guard let derived else { throw .rateLimited(retryAfter: 2) }
      guard let hash = derived else { throw .broken }
      return hash
    }

    /// The numbers under which an attempt was counted.
    private struct Ticket: Sendable {
      let user: String
      let userNumber: Int64
      let address: String?
      let addressNumber: Int64
    }

    private func count(user: String, address: String?) async throws(Refusal) -> Ticket {
      let now = configuration.seconds
      let userKey = Self.key(user: user)
      let addressKey = address.map { "a." + ProofOfPossession.digest(PeerAddress.counted($0)) }
      let outcome: (wait: Int64, ticket: Ticket?) = try await write { rows throws(StoreError) in
        // One that has ended counts as none, dropped or not, and so does one of a clock that was ahead: no lock is longer.
        func attempts(_ key: String) throws(StoreError) -> AttemptRow {
          guard let row = try rows.attempts(key: key), row.expiresAt > now, row.lockedUntil - now <= Self.lock else {
            return AttemptRow(key: key)
          }
          return row
        }
        var from = try addressKey.map { key throws(StoreError) in try attempts(key) }
        var row = try attempts(userKey)
        let wait = max(row.lockedUntil, from?.lockedUntil ?? 0) - now
        guard wait <= 0 else { return (wait, nil) }
        row.count(now: now, most: Self.wrongInARow, lock: Self.lock)
        row.expiresAt = now + 86400
        try rows.saveAttempts(row)
        from?.count(now: now, most: wrongPerAddress, lock: Self.lock)
        if var from {
          // A busy address begins anew after a while, whatever happened in it.
          from.expiresAt = max(from.expiresAt == 0 ? now + Self.lock : from.expiresAt, from.lockedUntil)
          try rows.saveAttempts(from)
        }
        return (
          0,
          Ticket(user: userKey, userNumber: row.counted, address: addressKey, addressNumber: from?.counted ?? 0)
        )
      }
      guard let ticket = outcome.ticket else { throw .rateLimited(retryAfter: outcome.wait) }
      return ticket
    }

    /// What is known once the attempt is over. A wrong one needs nothing: it was counted before.
    private func settle(_ ticket: Ticket, isRight: Bool) async throws(Refusal) {
      // Addresses before names, as in `count`: two attempts that lock them in different orders wait for each other.
      try await write { rows throws(StoreError) in
        // One's own account opens no way to guess at others' from the same place.
        if let key = ticket.address, var row = try rows.attempts(key: key) {
          row.giveBack(ticket.addressNumber)
          try rows.saveAttempts(row)
        }
        if var row = try rows.attempts(key: ticket.user) {
          if isRight { row.clear(upTo: ticket.userNumber) } else { row.giveBack(ticket.userNumber) }
          try rows.saveAttempts(row)
        }
      }
    }

    private func write<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(Refusal) -> R {
      do throws(StoreError) { return try await store.transaction(body) } catch { throw .unavailable(after: error) }
    }

    private func look<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(Refusal) -> R {
      do throws(StoreError) { return try await store.reading(body) } catch { throw .unavailable }
    }
  }
#endif
