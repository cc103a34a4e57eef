public import SecretStorage

/// Why a key of the Secure Enclave could not be made or used. Numbers are the system's own.
@nonexhaustive
public enum EnclaveError: Error, Sendable, Hashable {
  /// This device, or this simulator, has none. No key was made elsewhere instead.
  case noSecureEnclave(Int32)
  /// There is no key of this name: never made, deleted, or lost with the passcode or the biometry it was bound to.
  case missing
  /// A key of this name exists; it is left as it is.
  case exists
  /// The key cannot do what was asked of it.
  case unsupported
  /// A wrapped key must have 32 bytes.
  case keySize(Int)
  /// The wrapped bytes were altered, or wrapped for another key.
  case notUnwrappable(Int32)
  /// The requirement cannot be kept, or the owner, the lock state or the entitlement stood in the way.
  case storage(StorageError)
}

extension EnclaveError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSecureEnclave(let code): "this device has no Secure Enclave (code \(code)); keep the key in another store"
    case .missing: "the key is gone or was never made; make a new one and enrol it"
    case .exists: "a key of this name exists; delete it first if it is to be replaced"
    case .unsupported: "the key cannot be used for this"
    case .keySize(let count): "a wrapped key has 32 bytes, not \(count)"
    case .notUnwrappable(let code): "the wrapped key was altered or belongs to another key (code \(code))"
    case .storage(let error): "\(error)"
    }
  }
}
