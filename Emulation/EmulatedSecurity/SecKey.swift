import Crypto
public import Foundation

/// A P-256 key. A private one of the emulated Secure Enclave never gives its bytes away and asks for its owner as its
/// access control says; one of another kind that an app brought makes an identity and nothing else. Left out: making keys
/// outside of the Enclave, whatever else a key that was brought could do.
public final class SecKey {
  let row: ItemTable.Row?
  /// Nil for a key of another kind.
  let publicKey: P256.KeyAgreement.PublicKey?
  let context: Any?

  init?(_ row: ItemTable.Row, _ context: Any?) {
    guard row.publicKey != nil else { return nil }
    self.row = row
    publicKey = row.key?.publicKey
    self.context = context
  }

  init(_ publicKey: P256.KeyAgreement.PublicKey) {
    row = nil
    self.publicKey = publicKey
    context = nil
  }
}

/// The algorithms in use. Apple's type is a string newtype as well.
public struct SecKeyAlgorithm: Hashable, Sendable {
  let name: String

  public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm(name: "ecdsaSignatureMessageX962SHA256")
  public static let eciesEncryptionCofactorX963SHA256AESGCM = SecKeyAlgorithm(
    name: "eciesEncryptionCofactorX963SHA256AESGCM")
}

/// What a key is to be able to do, with Apple's numbers.
public enum SecKeyOperationType: Int, Sendable { case sign, verify, encrypt, decrypt, keyExchange }

public func SecKeyGetTypeID() -> CFTypeID { 7 }

/// Follows Apple: `errSecUnimplemented` without an Enclave, `errSecParam` for anything but P-256. Permanent keys become
/// items of the class `kSecClassKey`; two of them may carry the same tag.
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  let device = EmulatedDevice.current
  var key: SecKey?
  let status = device.perform("SecKeyCreateRandomKey") { state in
    guard parameters[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom,
      parameters[kSecAttrKeySizeInBits] as? Int == 256,
      parameters[kSecAttrTokenID] as? String == kSecAttrTokenIDSecureEnclave,
      let own = parameters[kSecPrivateKeyAttrs] as? CFDictionary
    else { return errSecParam }
    guard state.hasEnclave else { return errSecUnimplemented }
    if let status = state.refusal(of: own) { return status }
    guard let access = state.access(from: own, or: kSecAttrAccessibleWhenUnlocked),
      access.flags.contains(.privateKeyUsage), ProtectionClass(access.protection)?.staysOnDevice == true
    else { return errSecParam }
    if let status = state.unavailability(of: access.protection) { return status }
    var stored = own.filter { $0.key != kSecAttrAccessControl && $0.key != kSecUseAuthenticationContext }
    for name in [kSecAttrKeyType, kSecAttrKeySizeInBits, kSecAttrTokenID] { stored[name] = parameters[name] }
    stored[kSecClass] = kSecClassKey
    stored[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
    stored[kSecAttrAccessGroup] = own[kSecAttrAccessGroup] ?? state.groups.first
    let row = ItemTable.Row(
      attributes: stored, data: Data(), protection: access.protection, flags: access.flags,
      enrolledSet: state.enrolledSet, key: P256.KeyAgreement.PrivateKey())
    key = SecKey(row, own[kSecUseAuthenticationContext])
    return own[kSecAttrIsPermanent] as? Bool == true ? state.keychain.add(row) : errSecSuccess
  }
  guard status == errSecSuccess else {
    CFError.report(.status(status), to: error)
    return nil
  }
  return key
}

public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { key.publicKey.map { SecKey($0) } }

public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  key.row?.attributes ?? [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]
}

/// Follows Apple: the public key in ANSI X9.63 (65 bytes); a private key of the Enclave refuses.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  guard key.row == nil, let own = key.publicKey else {
    CFError.report(.status(errSecUnimplemented), to: error)
    return nil
  }
  return own.x963Representation
}

/// Follows Apple: the Enclave signs and decrypts with a private key, anybody encrypts for a public one.
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
  switch operation {
  case .sign: key.row?.key != nil && algorithm == .ecdsaSignatureMessageX962SHA256
  case .decrypt: key.row?.key != nil && algorithm == .eciesEncryptionCofactorX963SHA256AESGCM
  case .encrypt: key.row == nil && algorithm == .eciesEncryptionCofactorX963SHA256AESGCM
  case .verify, .keyExchange: false
  }
}

/// Follows Apple: hashes the message with SHA-256; the signature is in DER (X9.62).
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  use(key, for: .sign, algorithm, "SecKeyCreateSignature", error) { own in
    try P256.Signing.PrivateKey(rawRepresentation: own.rawRepresentation).signature(for: data).derRepresentation
  }
}

/// Follows Apple: an ephemeral key in X9.63, ciphertext and tag; the key by X9.63 with SHA-256, where the ephemeral
/// key is the shared information; AES-128-GCM for a 256-bit curve, with sixteen zero bytes as nonce.
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  guard SecKeyIsAlgorithmSupported(key, .encrypt, algorithm), let open = key.publicKey else {
    CFError.report(.status(errSecParam), to: error)
    return nil
  }
  let ephemeral = P256.KeyAgreement.PrivateKey()
  let point = ephemeral.publicKey.x963Representation
  do {
    let shared = try ephemeral.sharedSecretFromKeyAgreement(with: open)
    let box = try AES.GCM.seal(data, using: integratedKey(shared, point), nonce: zeroNonce())
    return point + box.ciphertext + box.tag
  } catch let failure {
    CFError.report((failure as? CFError) ?? .status(errSecParam), to: error)
    return nil
  }
}

public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  use(key, for: .decrypt, algorithm, "SecKeyCreateDecryptedData", error) { own in
    let bytes = Array(data)
    guard bytes.count >= 65 + 16 else { throw CFError.status(errSecParam) }
    let point = Data(bytes[..<65])
    let shared = try own.sharedSecretFromKeyAgreement(with: .init(x963Representation: point))
    let box = try AES.GCM.SealedBox(
      nonce: zeroNonce(), ciphertext: bytes[65..<(bytes.count - 16)], tag: bytes.suffix(16))
    return try AES.GCM.open(box, using: integratedKey(shared, point))
  }
}

private func integratedKey(_ shared: SharedSecret, _ point: Data) -> SymmetricKey {
  shared.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: point, outputByteCount: 16)
}

// mantlet:allow fixed-nonce: the scheme of the system asks for it, and each key seals one message.
private func zeroNonce() throws -> AES.GCM.Nonce { try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 16)) }

private func use(
  _ key: SecKey, for operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm, _ function: String,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ work: (P256.KeyAgreement.PrivateKey) throws -> Data
) -> Data? {
  guard SecKeyIsAlgorithmSupported(key, operation, algorithm), let row = key.row, let own = row.key else {
    CFError.report(.status(errSecParam), to: error)
    return nil
  }
  var refusal: CFError?
  let status = EmulatedDevice.current.perform(function) { state in
    if let status = state.unavailability(of: row.protection) { return status }
    switch state.refusal(of: row, context: key.context) {
    case nil: return errSecSuccess
    case .changedSet: return errSecAuthFailed
    // Here, unlike in SecItem, LocalAuthentication's own domain comes through.
    case .owner(let why):
      refusal = CFError(domain: "com.apple.LocalAuthentication", code: why.rawValue)
      return errSecAuthFailed
    }
  }
  guard status == errSecSuccess else {
    CFError.report(refusal ?? .status(status), to: error)
    return nil
  }
  do { return try work(own) } catch let failure {
    CFError.report((failure as? CFError) ?? .status(errSecDecode), to: error)
    return nil
  }
}
