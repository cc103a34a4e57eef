import Crypto
import Foundation

extension ItemTable.Row {
  /// What `kSecValueRef` brings: a certificate, or a key from outside of the Enclave.
  mutating func take(_ reference: Any?) -> Bool {
    switch reference {
    case let certificate as SecCertificate where attributes[kSecClass] as? String == kSecClassCertificate:
      data = certificate.encoded
    case let other as SecKey where attributes[kSecClass] as? String == kSecClassKey:
      guard let own = other.row, own.publicKey != nil else { return false }
      (key, imported) = (own.key, own.imported)
      attributes[kSecAttrKeyType] = own.imported?.type ?? kSecAttrKeyTypeECSECPrimeRandom
      attributes[kSecAttrKeySizeInBits] = own.imported?.bits ?? 256
      attributes[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
    default: return false
    }
    return true
  }
}

extension EmulatedDevice.State {
  /// Follows Apple: an identity is a certificate with its private key beside it in a group of the app's; references only.
  func identities(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard query[kSecReturnRef] as? Bool == true else { return errSecParam }
    let visible = keychain.rows.filter { groups.contains($0.attributes[kSecAttrAccessGroup] as? String ?? "") }
    var found: [SecIdentity] = []
    for certificate in visible where certificate.attributes[kSecClass] as? String == kSecClassCertificate {
      for row in visible {
        guard let own = row.publicKey, certificate.data.range(of: own) != nil,
          let key = SecKey(row, query[kSecUseAuthenticationContext])
        else { continue }
        found.append(SecIdentity(SecCertificate(certificate.data), key))
      }
    }
    guard !found.isEmpty else { return errSecItemNotFound }
    guard lock != .beforeFirstUnlock else { return errSecInteractionNotAllowed }
    result?.pointee = query[kSecMatchLimit] as? String == kSecMatchLimitAll ? found : found[0]
    return errSecSuccess
  }
}

/// Follows Apple for a private key of P-256, P-384 or P-521 in X9.63 (the point and the number) and for an RSA key in
/// PKCS#1. Left out: public keys.
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  let type = attributes[kSecAttrKeyType] as? String
  let isCurve = type == kSecAttrKeyTypeECSECPrimeRandom
  let key = isCurve ? try? P256.KeyAgreement.PrivateKey(x963Representation: keyData) : nil
  let imported = key == nil ? ImportedKey(keyData, type: type) : nil
  guard attributes[kSecAttrKeyClass] as? String == kSecAttrKeyClassPrivate, key != nil || imported != nil else {
    CFError.report(.status(errSecParam), to: error)
    return nil
  }
  let row = ItemTable.Row(
    attributes: [kSecClass: kSecClassKey], data: Data(), protection: kSecAttrAccessibleWhenUnlocked, flags: [],
    enrolledSet: 0, key: key, imported: imported)
  return SecKey(row, nil)
}
