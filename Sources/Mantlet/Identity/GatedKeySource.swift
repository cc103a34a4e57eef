import NetworkTrust
import SecretStorage

/// The keys of the client's identity in hardware behind the gate of the secret store: whoever asked for an earlier person
/// makes, finds and removes none of the next one's. A key that was handed out before signs until a wipe removes it.
struct GatedKeySource: ClientKeySource {
  let source: any ClientKeySource
  let gate: SecretGate
  let generation: Int

  func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
    try enter()
    defer { gate.leave() }
    return try await source.makeKey(in: slot)
  }

  func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
    try enter()
    defer { gate.leave() }
    return try await source.key(in: slot)
  }

  func removeKey(in slot: ClientKeySlot) async throws(IdentityError) {
    try enter()
    defer { gate.leave() }
    try await source.removeKey(in: slot)
  }

  private func enter() throws(IdentityError) {
    do { try gate.enter(generation) } catch { throw IdentityError(error) }
  }
}
