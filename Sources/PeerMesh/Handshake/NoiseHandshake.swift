import Crypto
import Foundation

/// `Noise_NNpsk0_25519_AESGCM_SHA256`: two messages after which both sides know that the other holds the shared key, and
/// share keys that nobody learns who captures that key later.
///
/// It does not say which member the other side is. The first message may be a recording: only what comes after the
/// second proves that the initiator is there. Source: The Noise Protocol Framework, revision 34, sections 5.3, 7.4, 9.
package struct NoiseHandshake {
  package static let protocolName = "Noise_NNpsk0_25519_AESGCM_SHA256"
  /// A message with empty payload: an ephemeral key and a tag.
  package static let messageByteCount = 48
  private var state: NoiseState
  private let preSharedKey: SymmetricKey
  private let ephemeral: Curve25519.KeyAgreement.PrivateKey
  package let ownKey: [UInt8]
  private var peerKey: [UInt8]?

  package init(
    preSharedKey: SymmetricKey, prologue: [UInt8], ephemeral: Curve25519.KeyAgreement.PrivateKey
  ) {
    state = NoiseState(protocolName: Self.protocolName, prologue: prologue)
    self.preSharedKey = preSharedKey
    self.ephemeral = ephemeral
    ownKey = Array(ephemeral.publicKey.rawRepresentation)
  }

  /// Whether the tag of a first message is right: a member wrote it, for a connection with this prologue, now or earlier.
  /// No key pair is made and nothing remembered for it, so a responder can ask this before anything else.
  package static func isFirst(_ message: [UInt8], preSharedKey: SymmetricKey, prologue: [UInt8]) -> Bool {
    guard message.count == messageByteCount else { return false }
    var state = NoiseState(protocolName: protocolName, prologue: prologue)
    state.mixKeyAndHash(preSharedKey)
    state.mixEphemeral(Array(message.prefix(32)))
    return state.decryptAndHash(Array(message.dropFirst(32)))?.isEmpty == true
  }

  /// The hash of everything said; both sides hold the same one at the end.
  package var hash: [UInt8] { state.hash }

  /// → psk, e
  ///
  /// - Throws: ``MeshError/sealingFailed``.
  package mutating func writeFirst(payload: [UInt8] = []) throws(MeshError) -> [UInt8] {
    state.mixKeyAndHash(preSharedKey)
    state.mixEphemeral(ownKey)
    return ownKey + (try state.encryptAndHash(payload))
  }

  /// The payload of the first message.
  ///
  /// - Throws: ``MeshRefusal/malformed``, ``MeshRefusal/reflected``, ``MeshRefusal/proofFailed``.
  package mutating func readFirst(_ message: [UInt8]) throws(MeshRefusal) -> [UInt8] {
    let peer = try peerKey(in: message)
    state.mixKeyAndHash(preSharedKey)
    state.mixEphemeral(peer)
    guard let payload = state.decryptAndHash(Array(message.dropFirst(32))) else { throw .proofFailed }
    peerKey = peer
    return payload
  }

  /// ← e, ee
  ///
  /// - Throws: ``MeshRefusal/proofFailed`` for a peer's key of small order or when the library refuses.
  package mutating func writeSecond(payload: [UInt8] = []) throws(MeshRefusal) -> [UInt8] {
    guard let peerKey else { throw .proofFailed }
    state.mixEphemeral(ownKey)
    try agree(with: peerKey)
    guard let sealed = try? state.encryptAndHash(payload) else { throw .proofFailed }
    return ownKey + sealed
  }

  /// The payload of the second message: from here on the responder has proven the key.
  ///
  /// - Throws: as ``readFirst(_:)``.
  package mutating func readSecond(_ message: [UInt8]) throws(MeshRefusal) -> [UInt8] {
    let peer = try peerKey(in: message)
    state.mixEphemeral(peer)
    try agree(with: peer)
    guard let payload = state.decryptAndHash(Array(message.dropFirst(32))) else { throw .proofFailed }
    return payload
  }

  /// The keys of the two directions, the initiator's first.
  package func split() -> (initiator: SymmetricKey, responder: SymmetricKey) {
    let keys = state.split()
    return (keys.0, keys.1)
  }

  private func peerKey(in message: [UInt8]) throws(MeshRefusal) -> [UInt8] {
    guard message.count >= Self.messageByteCount else { throw .malformed }
    let peer = Array(message.prefix(32))
    guard peer != ownKey else { throw .reflected }
    return peer
  }

  private mutating func agree(with peer: [UInt8]) throws(MeshRefusal) {
    guard let shared = KeyAgreement.secret(of: ephemeral, with: peer) else { throw .proofFailed }
    state.mixKey(shared)
  }
}
