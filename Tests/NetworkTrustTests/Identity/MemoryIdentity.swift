import Crypto
import NetworkTrust
import Redaction
import Synchronization

/// A store that can end the process after a write, and keys that never leave it.
final class MemoryIdentity: ClientIdentityStore, ClientKeySource {
  struct State {
    var value: [UInt8]?
    var keys: [ClientKeySlot: P256.Signing.PrivateKey] = [:]
    /// How many steps that change something still succeed.
    var stepsLeft = Int.max
    var isLocked = false
    /// Happens once, before the next key is looked up.
    var before: (@Sendable () async -> Void)?
  }

  let state = Mutex(State())

  private func step(_ body: (inout State) -> Void) throws(IdentityError) {
    let isDone = state.withLock { state in
      guard state.stepsLeft > 0 else { return false }
      state.stepsLeft -= 1
      body(&state)
      return true
    }
    guard isDone else { throw .storeUnavailable(5) }
  }

  func read() async throws(IdentityError) -> Secret? {
    let (value, isLocked) = state.withLock { ($0.value, $0.isLocked) }
    if isLocked { throw .locked }
    return value.map { Secret(copying: $0) }
  }

  func write(_ value: borrowing Secret) async throws(IdentityError) {
    let bytes = value.withExposedBytes { Array($0) }
    try step { $0.value = bytes }
  }

  func remove() async throws(IdentityError) { try step { $0.value = nil } }

  func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
    let key = P256.Signing.PrivateKey()
    try step { $0.keys[slot] = key }
    return Signer(key: key)
  }

  func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
    let before = state.withLock { $0.before.take() }
    await before?()
    return state.withLock { $0.keys[slot] }.map(Signer.init)
  }

  func removeKey(in slot: ClientKeySlot) async throws(IdentityError) { try step { $0.keys[slot] = nil } }

  struct Signer: ClientSigner {
    let key: P256.Signing.PrivateKey
    var publicKey: [UInt8] { Array(key.publicKey.derRepresentation) }

    func signature(
      over message: [UInt8], using algorithm: ClientSignatureAlgorithm
    ) async throws(IdentityError) -> [UInt8] {
      guard algorithm == .ecdsaSHA256, let signature = try? key.signature(for: message) else {
        throw .unsupported(.signature)
      }
      return Array(signature.derRepresentation)
    }
  }
}
