#if Server
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Synchronization
  import TrustWire
  import UntrustedInput

  /// The server's token keys: announced, active, retired, gone.
  ///
  /// With a key-encryption key they lie sealed in the store, where every node finds them, and can be replaced while the
  /// server runs: a new key is published for ``SigningKeySchedule/lead`` seconds before it signs, and the old one stays
  /// published until its last token has ended. Without one, the key that was configured is the only one.
  ///
  /// When the policy lists `tokenKeys`, only those sign: devices refuse the others' tokens. What one process's policy lists
  /// stops no other process; see ``SigningKeyPlan``.
  /// Source: RFC 7517; BSI TR-03161-3 O.Cryp_4.
  final class SigningKeyRing: Sendable {
    /// Whose tokens are believed; `generation` grows with each change.
    struct Accepted: Sendable {
      var keys = TokenKeySet([])
      var generation = 0
    }

    private struct State {
      var privateKeys: [String: _RSA.Signing.PrivateKey] = [:]
      var statuses: [SigningKeyStatus] = []
      var signer: TokenSigner?
      var accepted = Accepted()
      var published: JSONNode = ["keys": []]
      var loadedAt = Int64.min
      /// Keys that wait for the policy and were told of, each at its state.
      var told: Set<Told> = []
      /// Readings of the store that have begun, and the latest one that is in force.
      var begun = 0
      var inForce = 0
    }

    private struct Told: Hashable {
      let id: String
      let state: SigningKeyStatus.State
    }

    private let configuration: TrustConfiguration
    private let store: any TrustStore
    /// Whether this ring retires and removes keys as time passes.
    private let tends: Bool
    /// Whether the keys lie in the store.
    let isStored: Bool
    private let pinned: Set<String>
    private let keep: Int64
    private let state = Mutex(State())

    /// - Parameter tends: false for a command beside the servers: it reads, makes the first key of an empty store, rotates
    ///   and removes when asked, and leaves to them what time does.
    /// - Throws: ``TrustServerError`` `signingKeyUnusable`, `keyEncryptionKeyUnusable`, `keyEncryptionKeyWrong`,
    ///   `keyEncryptionKeyMissing`, `signingKeyNotPinned`, `randomnessUnusable`, `store`.
    init(configuration: TrustConfiguration, store: any TrustStore, tends: Bool) async throws(TrustServerError) {
      self.configuration = configuration
      self.store = store
      self.tends = tends
      isStored = configuration.keyEncryptionKey.count > 0
      guard !isStored || configuration.keyEncryptionKey.count == 32 else { throw .keyEncryptionKeyUnusable }
      pinned = Set(configuration.policy.environments[configuration.environment]?.tokenKeys ?? [])
      keep =
        configuration.policy.session.accessToken.components.seconds + TokenVerifier.skew + SigningKeySchedule.reload
      let now = configuration.seconds
      let given = try configured()
      if isStored {
        try await reload(now: now, first: given)
      } else {
        guard let given else { throw .signingKeyUnusable }
        // Starting with another key than the stored ones would end every session without a word.
        guard try await stored().isEmpty else {
          throw .keyEncryptionKeyMissing
        }
        let row = SigningKeyRow(
          id: TokenKeySet.thumbprint(given.publicKey), sealed: [], createdAt: now, activeFrom: now, retiredAt: nil)
        try take([row], keys: [row.id: given], now: now, reading: begin())
      }
      guard signer != nil else {
        throw .signingKeyNotPinned(thumbprint: statuses.first?.id ?? "")
      }
    }

    var signer: TokenSigner? { state.withLock { $0.signer } }
    var accepted: Accepted { state.withLock { $0.accepted } }
    var statuses: [SigningKeyStatus] { state.withLock { $0.statuses } }
    /// The published key set: no private member can stand in it, because it is written from the public keys.
    var jwks: JSONNode { state.withLock { $0.published } }

    /// Brings the ring up to date when it is time: keys of other processes, activation, retirement, the schedule.
    ///
    /// - Throws: ``TrustServerError``; the ring stays as it was, and what it has goes on working.
    func tick(now: Int64) async throws(TrustServerError) {
      guard isStored else { return }
      let isDue = state.withLock { state in
        // A clock that was set back makes it due as well.
        if state.loadedAt <= now, now - state.loadedAt < SigningKeySchedule.reload { return false }
        state.loadedAt = now
        return true
      }
      guard isDue else { return }
      try await reload(now: now, first: nil)
      guard tends, let age = configuration.keySchedule.maximumAge, let active = statuses.first, active.state == .active,
        now - active.activeFrom >= age - configuration.keySchedule.lead, !isRotating
      else { return }
      _ = try await rotate(now: now)
    }

    /// Keys that the policy does not list, each given once while it is announced and once when its time has come.
    func takeWaiting() -> [SigningKeyStatus] {
      guard !pinned.isEmpty else { return [] }
      return state.withLock { [pinned] state in
        let waiting = state.statuses.filter { key in
          Self.isWaiting(key) && !pinned.contains(key.id)
            && !state.told.contains(Told(id: key.id, state: key.state))
        }
        state.told.formUnion(waiting.map { Told(id: $0.id, state: $0.state) })
        return waiting
      }
    }

    /// Reads the store now.
    func refresh(now: Int64) async throws(TrustServerError) {
      if isStored { try await reload(now: now, first: nil) }
    }

    /// Makes and publishes the next key; it signs after the lead time, and only if the policy lists it or lists none.
    /// While another one waits, that one is returned and none is made.
    ///
    /// - Throws: ``TrustServerError`` `keyEncryptionKeyMissing`, `randomnessUnusable`, `store`, `signingKeyUnusable`.
    func rotate(now: Int64) async throws(TrustServerError) -> SigningKeyStatus {
      guard isStored else { throw .keyEncryptionKeyMissing }
      try await reload(now: now, first: nil)
      if !isRotating {
        let key = try Self.make()
        let row = try sealed(key, now: now, activeFrom: now + configuration.keySchedule.lead)
        let (pinned, keep) = (pinned, keep)
        _ = try await change { rows throws(StoreError) in
          // Another process may have made one while this one computed.
          let plan = SigningKeyPlan(try rows.signingKeys(), now: now, pinned: pinned, keep: keep)
          guard !plan.statuses.contains(where: Self.isWaiting) else { return }
          try rows.saveSigningKey(row)
        }
        try await reload(now: now, first: nil)
      }
      guard let waiting = statuses.first(where: Self.isWaiting) else { throw .signingKeyUnusable }
      return waiting
    }

    /// Removes a key at once: every token that it signed is refused from here on, on other nodes within
    /// ``SigningKeySchedule/reload`` seconds. For a key that leaked. When it was the active one, the next one signs; until
    /// its time comes, or the policy lists it, the one before does where that is still there.
    ///
    /// - Throws: ``TrustServerError`` `keyEncryptionKeyMissing`, `signingKeyUnknown`, `store`, and what making a new
    ///   key throws.
    func remove(id: String, now: Int64) async throws(TrustServerError) {
      guard isStored else { throw .keyEncryptionKeyMissing }
      try await reload(now: now, first: nil)
      guard statuses.contains(where: { $0.id == id }) else { throw .signingKeyUnknown }
      // Waiting for the lead time would mean waiting for the thief.
      let isLast = !statuses.contains { $0.id != id && $0.state != .retired }
      let successor = isLast ? try sealed(try Self.make(), now: now, activeFrom: now) : nil
      _ = try await change { rows throws(StoreError) in
        try rows.removeSigningKey(id: id)
        if let successor { try rows.saveSigningKey(successor) }
      }
      try await reload(now: now, first: nil)
    }

    private var isRotating: Bool { statuses.contains(where: Self.isWaiting) }

    private static func isWaiting(_ status: SigningKeyStatus) -> Bool {
      status.state == .announced || status.state == .awaitingPin
    }

    /// - Parameter first: the key for an empty store; without one it makes its own.
    private func reload(now: Int64, first: _RSA.Signing.PrivateKey?) async throws(TrustServerError) {
      let (pinned, keep) = (pinned, keep)
      let reading = begin()
      var rows = try await stored()
      if rows.isEmpty {
        let key = if let first { first } else { try Self.make() }
        let row = try sealed(key, now: now, activeFrom: now)
        rows = try await change { rows throws(StoreError) in
          // Of several nodes that start together, one brings the key.
          let stored = try rows.signingKeys()
          guard stored.isEmpty else { return stored }
          try rows.saveSigningKey(row)
          return [row]
        }
      }
      let plan = SigningKeyPlan(rows, now: now, pinned: pinned, keep: keep)
      if tends, !plan.retiring.isEmpty || !plan.gone.isEmpty {
        rows = try await change { rows throws(StoreError) in
          let plan = SigningKeyPlan(try rows.signingKeys(), now: now, pinned: pinned, keep: keep)
          for row in plan.retiring { try rows.saveSigningKey(row) }
          for id in plan.gone { try rows.removeSigningKey(id: id) }
          return try rows.signingKeys()
        }
      }
      let known = state.withLock { $0.privateKeys }
      var keys: [String: _RSA.Signing.PrivateKey] = [:]
      for row in rows {
        if let key = known[row.id] {
          keys[row.id] = key
        } else {
          keys[row.id] = try SealedSigningKey.open(row, under: configuration.keyEncryptionKey)
        }
      }
      try take(rows, keys: keys, now: now, reading: reading)
    }

    private func begin() -> Int {
      state.withLock { state in
        state.begun += 1
        return state.begun
      }
    }

    private func take(
      _ rows: [SigningKeyRow], keys: [String: _RSA.Signing.PrivateKey], now: Int64, reading: Int
    ) throws(TrustServerError) {
      let plan = SigningKeyPlan(rows, now: now, pinned: pinned, keep: keep)
      var signer = self.signer
      if signer?.id != plan.active?.id {
        signer = nil
        if let active = plan.active, let key = keys[active.id] {
          do { signer = try TokenSigner(id: active.id, key: key) } catch { throw .signingKeyUnusable }
        }
      }
      state.withLock { [signer] state in
        // A slow reading from before a removal must not bring the key back.
        guard reading > state.inForce else { return }
        state.inForce = reading
        if Set(state.privateKeys.keys) != Set(keys.keys) {
          state.accepted = Accepted(
            keys: TokenKeySet(keys.values.map(\.publicKey)), generation: state.accepted.generation + 1)
        }
        state.privateKeys = keys
        state.statuses = plan.statuses
        state.signer = signer
        state.published = [
          "keys": JSONNode(.array(plan.statuses.compactMap { keys[$0.id] }.map { TokenKeySet.jwk($0.publicKey) }))
        ]
        state.loadedAt = now
      }
    }

    private func configured() throws(TrustServerError) -> _RSA.Signing.PrivateKey? {
      guard configuration.signingKey.count > 0 else { return nil }
      let pem = configuration.signingKey.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem), key.keySizeInBits >= 2048 else {
        throw .signingKeyUnusable
      }
      return key
    }

    /// RSA of 3072 bits: good beyond 2030. Source: BSI TR-02102-1.
    private static func make() throws(TrustServerError) -> _RSA.Signing.PrivateKey {
      do { return try _RSA.Signing.PrivateKey(keySize: .bits3072) } catch { throw .signingKeyUnusable }
    }

    private func sealed(
      _ key: _RSA.Signing.PrivateKey, now: Int64, activeFrom: Int64
    ) throws(TrustServerError) -> SigningKeyRow {
      let nonce = Array(try configuration.dice().prefix(12))
      return SigningKeyRow(
        id: TokenKeySet.thumbprint(key.publicKey),
        sealed: try SealedSigningKey.seal(key, under: configuration.keyEncryptionKey, nonce: nonce), createdAt: now,
        activeFrom: activeFrom, retiredAt: nil)
    }

    private func stored() async throws(TrustServerError) -> [SigningKeyRow] {
      do throws(StoreError) {
        return try await store.reading { rows throws(StoreError) in try rows.signingKeys() }
      } catch {
        throw .store(error)
      }
    }

    private func change<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(TrustServerError) -> R {
      do throws(StoreError) { return try await store.transaction(body) } catch { throw .store(error) }
    }
  }
#endif
