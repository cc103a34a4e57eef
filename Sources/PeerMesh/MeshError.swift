/// Why a key, a device or a node could not be used. No case carries a secret or text from outside.
@nonexhaustive
public enum MeshError: Error, Sendable, Hashable {
  /// Not the text of a mesh key; `expected` is one of our own words.
  case keyText(expected: String)
  /// The checksum or the key id in the text does not belong to its key: misread or altered.
  case keyChecksum
  /// The text is of a newer format than this build knows.
  case newerKeyVersion(Int)
  /// The fingerprint that was given is not that of the pending key.
  case fingerprintMismatch
  /// The key's last day has passed.
  case keyExpired
  /// The key's first day has not come; or this device's clock is behind.
  case keyNotYetValid
  /// The package was sealed for another device.
  case sealedForAnother
  /// The key is no newer than one that this device has, or had, in the mission.
  case keyRolledBack(epoch: UInt32)
  /// The key is for the other suite: one key never serves both.
  case suiteMismatch
  /// A mission name or another text breaks the rules of ``MeshText``.
  case text(limit: Int)
  /// Bytes are not the raw form of such a key.
  case publicKey
  /// The signer could not sign; the platform's own code.
  case signing(Int32)
  /// What the mesh keeps could not be read or written; the platform's own code.
  case store(Int32)
  /// What was kept does not have the form that this build writes.
  case storeDamaged
  /// The node holds no key that may send now.
  case noKey
  /// More bytes than a message may have.
  case tooLarge(limit: Int)
  /// The sequence numbers of this boot are used up; make a new node.
  case sequenceExhausted
  /// The crypto library refused to seal.
  case sealingFailed
  /// Somebody else than the mission's authority tried to change its key.
  case notTheAuthority
  /// The link is gone.
  case linkClosed
}

extension MeshError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .keyText(let expected): "not a mesh key: expected \(expected)"
    case .keyChecksum: "the mesh key was misread or altered; scan it again"
    case .newerKeyVersion(let version): "a mesh key of format \(version); update the app"
    case .fingerprintMismatch: "the fingerprints differ; do not use this key, compare with its giver"
    case .keyExpired: "the mesh key has expired; ask for the current one"
    case .keyNotYetValid: "the mesh key is not valid yet; look at this device's clock"
    case .sealedForAnother: "the package was sealed for another device"
    case .keyRolledBack(let epoch): "a key of epoch \(epoch) is no newer than one of this mission that was here"
    case .suiteMismatch: "this key belongs to the other suite"
    case .text(let limit): "a text has at most \(limit) bytes and no control or direction characters"
    case .publicKey: "not a public key of a known algorithm"
    case .signing(let code): "the device key could not sign (code \(code))"
    case .store(let code): "the mesh keys could not be read or written (code \(code))"
    case .storeDamaged: "the kept mesh keys are damaged; import the mission's key again"
    case .noKey: "no mesh key is valid now; import the mission's key"
    case .tooLarge(let limit): "a message has at most \(limit) bytes"
    case .sequenceExhausted: "this node has sent all it can under one boot id; start it anew"
    case .sealingFailed: "the message could not be sealed"
    case .notTheAuthority: "only the mission's authority may change its key"
    case .linkClosed: "the link is closed"
    }
  }
}
