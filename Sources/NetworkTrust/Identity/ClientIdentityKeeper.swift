public import Foundation
import Redaction

/// Keeps the app's client identity: imports it, or has it issued for a key made here, and renews it.
///
/// - Claim: at every moment the store holds the last whole identity. A new key stands beside the old one until the
///   certificate for it was accepted and stored in one write; a process that ends anywhere in between goes on from what
///   is stored.
/// - Not claimed: that a server still believes the identity; revocation is the server's.
///
/// Use one keeper for one store. Source: MASVS-CRYPTO-2; BSI TR-03161-1 O.Cryp_7.
public actor ClientIdentityKeeper: ClientIdentitySource {
  private let store: any ClientIdentityStore
  private let keys: (any ClientKeySource)?
  private let rule: RenewalRule
  /// The callers wait for each other: each one reads, changes and writes.
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter keys: where new keys are made; nil makes P-256 keys whose bytes lie in the store's value.
  public init(
    store: any ClientIdentityStore, keys: (any ClientKeySource)? = nil, rule: RenewalRule = RenewalRule()
  ) {
    self.store = store
    self.keys = keys
    self.rule = rule
  }

  /// The identity in use; nil when there is none.
  ///
  /// - Throws: ``IdentityError/keyGone`` when the certificate is there and its key is not; ``IdentityError/locked``,
  ///   ``IdentityError/storeDamaged``, ``IdentityError/storeUnavailable(_:)``.
  public func identity() async throws(IdentityError) -> ClientIdentity? {
    do { return try await current() } catch {
      guard error == .keyGone || error == .keyMismatch else { throw error }
      // A renewal may have taken its place between the two looks: once more, while nobody changes anything.
      await begin()
      defer { end() }
      return try await current()
    }
  }

  private func current() async throws(IdentityError) -> ClientIdentity? {
    guard let current = try await load().current else { return nil }
    return try ClientIdentity(certificates: current.certificates, key: try await open(current.key))
  }

  /// Whether the identity in use needs a new certificate; nil when there is none.
  public func renewal(at now: Date) async throws(IdentityError) -> RenewalState? {
    guard let current = try await load().current, let leaf = current.certificates.first else { return nil }
    let outline = try CertificateOutline(leaf)
    return RenewalState(
      from: Date(timeIntervalSince1970: Double(outline.notBefore)),
      to: Date(timeIntervalSince1970: Double(outline.notAfter)), at: now, by: rule)
  }

  /// A request for a certificate with a new key. The identity in use stays until ``accept(_:now:)``.
  ///
  /// Asking again before an answer came makes a request for the same key: a lost answer to the first one still fits.
  ///
  /// - Parameter generator: for keys made outside of hardware; the system's outside of tests.
  /// - Throws: as ``CertificateRequest/init(for:subject:)`` and ``identity()``.
  public func request(
    _ subject: CertificateSubject, using generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async throws(IdentityError) -> CertificateRequest {
    await begin()
    defer { end() }
    var stored = try await load()
    if let pending = stored.pending {
      do throws(IdentityError) {
        return try await CertificateRequest(for: try await open(pending), subject: subject)
      } catch .keyGone {
        // What was in hardware went with it, and no certificate will fit: a new key.
      }
    }
    let fresh: StoredIdentity.Key
    if let keys {
      let slot = stored.current?.key.slot?.other ?? .a
      _ = try await keys.makeKey(in: slot)
      fresh = .slot(slot)
    } else {
      var generator = generator
      fresh = .bytes(try PrivateKeyDER.makeP256(using: &generator))
    }
    stored.pending = fresh
    // The request leaves only after its key is kept: else its certificate would be worth nothing.
    try await store.write(stored.secretForm())
    return try await CertificateRequest(for: try await open(fresh), subject: subject)
  }

  /// Takes the certificate that was issued for the last request, and from then on shows it.
  ///
  /// - Parameter certificates: DER, leaf first.
  /// - Throws: ``IdentityError/noRequest``, and as ``ClientIdentity/init(issued:for:now:)``; then nothing has changed.
  @discardableResult
  public func accept(_ certificates: [[UInt8]], now: Date) async throws(IdentityError) -> ClientIdentity {
    await begin()
    defer { end() }
    var stored = try await load()
    guard let pending = stored.pending else { throw .noRequest }
    let identity = try ClientIdentity(issued: certificates, for: try await open(pending), now: now)
    stored.current = (pending, certificates)
    stored.pending = nil
    try await store.write(stored.secretForm())
    await tidy(stored)
    return identity
  }

  /// Takes an identity that came with its key, from a file.
  ///
  /// - Throws: ``IdentityError/unsupported(_:)`` for a key that only signs; ``IdentityError/expired``,
  ///   ``IdentityError/notYetValid``; then nothing has changed.
  public func adopt(_ identity: ClientIdentity, now: Date) async throws(IdentityError) {
    guard case .exportable(let key) = identity.key else { throw .unsupported(.key) }
    guard now >= identity.notBefore else { throw .notYetValid }
    guard now <= identity.notAfter else { throw .expired }
    await begin()
    defer { end() }
    var stored = try await load()
    stored.current = (.bytes(key), identity.certificates)
    try await store.write(stored.secretForm())
    await tidy(stored)
  }

  /// Removes identity, request and keys. Works on a damaged store, too, and may be repeated.
  public func remove() async throws(IdentityError) {
    await begin()
    defer { end() }
    try await store.remove()
    if let keys { for slot in ClientKeySlot.allCases { try await keys.removeKey(in: slot) } }
  }

  private func load() async throws(IdentityError) -> StoredIdentity {
    guard let secret = try await store.read() else { return StoredIdentity() }
    return try StoredIdentity(reading: secret)
  }

  private func open(_ key: StoredIdentity.Key) async throws(IdentityError) -> ClientKey {
    switch key {
    case .bytes(let key): return .exportable(key)
    case .slot(let slot):
      guard let signer = try await keys?.key(in: slot) else { throw .keyGone }
      return .signing(signer)
    }
  }

  /// Removes keys that nothing refers to. What cannot be removed now goes with the next request, which takes its place.
  private func tidy(_ stored: StoredIdentity) async {
    guard let keys else { return }
    for slot in ClientKeySlot.allCases where !stored.slots.contains(slot) { try? await keys.removeKey(in: slot) }
  }

  private func begin() async {
    if !isBusy {
      isBusy = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}
