public import Crypto
import CryptoKit
import Foundation
import LocalAuthentication
public import Redaction
public import SecretStorage
import Security
import SecurityPolicy

/// A P-256 key that was made in the Secure Enclave and never leaves it. It signs, and it wraps a 256-bit symmetric key:
/// the Enclave itself cannot hold AES keys.
///
/// - Protects against: copying the key, also by code inside the app and from a backup. With
///   `AccessRequirement.Presence` the Enclave itself demands the owner for each use.
/// - Does not protect against: code inside the running app that uses the key while the requirement is met. An unwrapped
///   key lies in the app's memory, and for a moment in the system's buffer beside it.
/// - Never falls back to a key outside of the Enclave: without one, ``create()`` throws
///   ``EnclaveError/noSecureEnclave(_:)``.
///
/// Source: Apple, "Protecting keys with the Secure Enclave", "Using keys for encryption"; MASVS-CRYPTO-2; BSI TR-03161-1
/// O.Cryp_6, O.Cryp_7, O.Data_12.
public actor EnclaveKey {
  public static let wrappedKeyByteCount = 32

  /// Whether this device has a Secure Enclave that keys can be made in.
  public static var isAvailable: Bool { SecureEnclave.isAvailable }

  public nonisolated let name: SecretName
  public nonisolated let place: KeychainPlace
  public nonisolated let access: AccessRequirement
  private let isAsking: Bool
  private let context: LAContext
  private let queue: BlockingQueue
  private let tag: Data

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Names the key; nothing is made or looked up yet.
  ///
  /// - Parameter access: when and with whom present it may be used. Say the same each time: it is enforced as it was at
  ///   ``create()``, and here only explains the system's refusals.
  public init(_ name: SecretName, in place: KeychainPlace, access: AccessRequirement) {
    self.init(name, place, access, reason: nil)
  }

  private init(_ name: SecretName, _ place: KeychainPlace, _ access: AccessRequirement, reason: String?) {
    self.name = name
    self.place = place
    self.access = access
    isAsking = reason != nil
    tag = Data("\(place.service)/\(name)".utf8)
    let context = LAContext()
    if let reason { context.localizedReason = reason } else { context.interactionNotAllowed = true }
    context.touchIDAuthenticationAllowableReuseDuration = 0
    self.context = context
    queue = BlockingQueue("enclave")
  }

  /// The same key with the prompt for its owner. As with ``AppleKeychain/asking(_:)``, the Enclave checks the answer.
  public nonisolated func asking(_ reason: String) -> EnclaveKey {
    EnclaveKey(name, place, access, reason: reason)
  }

  /// Forgets that the owner consented. This one cannot ask again.
  public func endAsking() { context.invalidate() }

  /// Makes the key, bound to this device for good.
  ///
  /// - Throws: ``EnclaveError/noSecureEnclave(_:)``, ``EnclaveError/exists``, ``EnclaveError/storage(_:)``.
  public func create() throws(EnclaveError) {
    guard !access.accessibility.isInsecure else { throw .storage(.unenforceable(access)) }
    guard Self.isAvailable else { throw .noSecureEnclave(0) }
    guard try found() == nil else { throw .exists }
    let control: SecAccessControl
    do { control = try access.control(.privateKeyUsage) } catch { throw .storage(error) }
    var own: [String: Any] = [
      kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag,
      kSecAttrAccessControl as String: control,
    ]
    own[kSecAttrAccessGroup as String] = place.accessGroup
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave, kSecUseDataProtectionKeychain as String: true,
      kSecPrivateKeyAttrs as String: own,
    ]
    var failure: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, &failure) else { throw error(failure) }
    // O.Cryp_6#100: what the system made is looked at, not assumed.
    let made: CFTypeRef? = SecKeyCopyAttributes(key)
    guard let attributes = made as? [String: Any],
      attributes[kSecAttrTokenID as String] as? String == kSecAttrTokenIDSecureEnclave as String
    else {
      try delete()
      throw .noSecureEnclave(0)
    }
  }

  /// Removes the key; one that is not there is no error. What it wrapped is lost.
  public func delete() throws(EnclaveError) {
    let status = KeychainStatus(SecItemDelete(identity as CFDictionary))
    guard status == .success || status == .itemNotFound else { throw .storage(reading(status)) }
  }

  /// The public half, to be registered with a server. Asks nobody.
  public func publicKey() throws(EnclaveError) -> P256.Signing.PublicKey {
    var failure: Unmanaged<CFError>?
    guard let open = SecKeyCopyPublicKey(try key()) else { throw .unsupported }
    guard let point = SecKeyCopyExternalRepresentation(open, &failure) as Data? else { throw error(failure) }
    do { return try P256.Signing.PublicKey(x963Representation: point) } catch { throw .unsupported }
  }

  /// Signs the message itself (ECDSA with SHA-256); the signature has a raw (r‖s) and a DER form.
  public func sign(_ message: some Sequence<UInt8> & Sendable) throws(EnclaveError) -> P256.Signing.ECDSASignature {
    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    let key = try key()
    guard SecKeyIsAlgorithmSupported(key, .sign, algorithm) else { throw .unsupported }
    var failure: Unmanaged<CFError>?
    let data = Data(Array(message))
    // O.Cryp_7#100
    guard let signature = SecKeyCreateSignature(key, algorithm, data as CFData, &failure) as Data? else {
      throw error(failure)
    }
    do { return try P256.Signing.ECDSASignature(derRepresentation: signature) } catch { throw .unsupported }
  }

  /// Encrypts a symmetric key so that only this Enclave can give it back (ECIES). Needs the public half only, asks nobody.
  public func wrap(_ secret: borrowing Secret) throws(EnclaveError) -> [UInt8] {
    guard secret.count == Self.wrappedKeyByteCount else { throw .keySize(secret.count) }
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM
    guard let open = SecKeyCopyPublicKey(try key()), SecKeyIsAlgorithmSupported(open, .encrypt, algorithm) else {
      throw .unsupported
    }
    return try secret.withExposedBytes { bytes throws(EnclaveError) in
      var failure: Unmanaged<CFError>?
      var plain = Data(bytes)
      defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
      guard let wrapped = SecKeyCreateEncryptedData(open, algorithm, plain as CFData, &failure) as Data? else {
        throw error(failure)
      }
      return Array(wrapped)
    }
  }

  /// Gives back what ``wrap(_:)`` took, under the key's access requirement.
  ///
  /// - Throws: ``EnclaveError/notUnwrappable(_:)`` for bytes that were altered or wrapped for another key.
  public func unwrap(_ wrapped: [UInt8]) throws(EnclaveError) -> Secret {
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM
    let key = try key()
    guard SecKeyIsAlgorithmSupported(key, .decrypt, algorithm) else { throw .unsupported }
    var failure: Unmanaged<CFError>?
    guard let plain = SecKeyCreateDecryptedData(key, algorithm, Data(wrapped) as CFData, &failure) as Data? else {
      throw error(failure, decrypting: true)
    }
    guard plain.count == Self.wrappedKeyByteCount else { throw .keySize(plain.count) }
    return Secret(count: plain.count) { $0.copyBytes(from: plain) }
  }

  private var identity: [String: Any] {
    var identity: [String: Any] = [
      kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag,
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave, kSecUseDataProtectionKeychain as String: true,
    ]
    identity[kSecAttrAccessGroup as String] = place.accessGroup
    return identity
  }

  private func key() throws(EnclaveError) -> SecKey {
    guard let key = try found() else { throw .missing }
    return key
  }

  /// Looked up for each use: the key may go away with the passcode at any time.
  private func found() throws(EnclaveError) -> SecKey? {
    var query = identity
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnRef as String] = true
    query[kSecUseAuthenticationContext as String] = context
    var result: CFTypeRef?
    let status = KeychainStatus(SecItemCopyMatching(query as CFDictionary, &result))
    if status == .itemNotFound { return nil }
    guard status == .success else { throw .storage(reading(status)) }
    guard let result, CFGetTypeID(result) == SecKeyGetTypeID() else { throw .unsupported }
    // `as?` to a Core Foundation class always succeeds, so the type was asked for instead.
    return unsafeDowncast(result as AnyObject, to: SecKey.self)
  }

  private func error(_ failure: Unmanaged<CFError>?, decrypting: Bool = false) -> EnclaveError {
    guard let error = failure?.takeRetainedValue() else { return .storage(.unavailable(0)) }
    let code = Int32(truncatingIfNeeded: CFErrorGetCode(error))
    if CFErrorGetDomain(error) as String == LAErrorDomain { return .storage(OwnerPromptStatus(code).error) }
    let status = KeychainStatus(code)
    switch status {
    case .unimplemented: return .noSecureEnclave(code)
    case .itemNotFound: return .missing
    case .parameter where decrypting, .decode where decrypting: return .notUnwrappable(code)
    default: break
    }
    if status.mayMeanNoPasscode, access.needsPasscode, OwnerPrompt.isPasscodeMissing {
      return .storage(.passcodeNotSet(code))
    }
    return .storage(reading(status))
  }

  /// -25308 means locked, unless the key wants its owner and nobody was allowed to ask.
  private func reading(_ status: KeychainStatus) -> StorageError {
    guard status == .interactionNotAllowed else { return status.error }
    return status.resolved(deviceIsLocked: access.presence == .notAsked || isAsking)
  }
}
