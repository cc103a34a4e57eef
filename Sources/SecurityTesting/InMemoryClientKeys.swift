import Crypto
public import NetworkTrust
import Synchronization

/// P-256 keys that nobody sees, in memory for tests: what an app finds where it has a Secure Enclave.
public final class InMemoryClientKeys: ClientKeySource {
  private struct Signer: ClientSigner {
    let key: P256.Signing.PrivateKey
    var publicKey: [UInt8] { Array(key.publicKey.derRepresentation) }

    func signature(
      over message: [UInt8], using algorithm: ClientSignatureAlgorithm
    ) async throws(IdentityError) -> [UInt8] {
      guard algorithm == .ecdsaSHA256 else { throw .unsupported(.signature) }
      do { return Array(try key.signature(for: message).derRepresentation) } catch { throw .signingFailed(0) }
    }
  }

  private struct State {
    var keys: [ClientKeySlot: P256.Signing.PrivateKey] = [:]
    var isLocked = false
  }

  private let state = Mutex(State())

  public init() {}

  /// Whether nothing can be looked up, as on a locked device.
  public var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }

  public func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
    let key = P256.Signing.PrivateKey()
    try withKeys { $0[slot] = key }
    return Signer(key: key)
  }

  public func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
    try withKeys { $0[slot] }.map(Signer.init)
  }

  public func removeKey(in slot: ClientKeySlot) async throws(IdentityError) { try withKeys { $0[slot] = nil } }

  private func withKeys<R: Sendable>(
    _ work: (inout [ClientKeySlot: P256.Signing.PrivateKey]) -> R
  ) throws(IdentityError) -> R {
    let result = state.withLock { $0.isLocked ? nil : work(&$0.keys) }
    guard let result else { throw .locked }
    return result
  }
}
