import Foundation
public import NetworkTrust
import Redaction
public import SecretStorage
import Security

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// A client's identity in the form that Apple's TLS takes: a certificate of the keychain with its private key beside it.
///
/// Whose identity it is, the source says; the keychain follows it. A key that only signs must lie there already, as one of
/// the Secure Enclave does; an exportable one is put there, readable from the first unlock and on this device only.
///
/// - Protects against: a certificate or an exportable key that outlives its replacement: it goes when another identity or
///   none is found at a handshake. Between the handshakes only ``removeAll()`` takes it, so every wipe has to call it.
/// - Does not protect against: code inside the app, which may use whatever identity lies in the app's groups.
///
/// Source: Apple, "Storing an identity in the keychain", TN3137; MASVS-CRYPTO-2.
public actor KeychainIdentity {
  private let source: any ClientIdentitySource
  private let place: KeychainPlace
  /// How often something was taken out or put in.
  private var changes = 0
  private var last: (identity: ClientIdentity, held: HeldIdentity)?

  public init(_ source: any ClientIdentitySource, in place: KeychainPlace) {
    self.source = source
    self.place = place
  }

  /// Takes our certificates and exportable keys out of the keychain; a key of the Enclave stays with whoever made it.
  /// - Throws: ``NetworkTrust/IdentityError/locked``, ``NetworkTrust/IdentityError/storeUnavailable(_:)``.
  public func removeAll() throws(IdentityError) {
    changes += 1
    try clear()
  }

  /// How many of the items that ``removeAll()`` takes the keychain holds now.
  /// - Throws: ``NetworkTrust/IdentityError/locked``, ``NetworkTrust/IdentityError/storeUnavailable(_:)``.
  public func itemCount() throws(IdentityError) -> Int {
    var count = 0
    for item in items {
      var query = ours(item)
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      query[kSecReturnAttributes as String] = true
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { continue }
      guard status == errSecSuccess else { throw IdentityError(status: status) }
      count += max(1, (result as? [Any])?.count ?? 1)
    }
    return count
  }

  private var items: [[String: Any]] {
    [
      [kSecClass as String: kSecClassCertificate, kSecAttrLabel as String: label],
      [kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: Data(label.utf8)],
    ]
  }

  private func clear() throws(IdentityError) {
    if last != nil { changes += 1 }
    last = nil
    // The key first: it is what proves who somebody is.
    for item in items.reversed() where try delete(item) { changes += 1 }
  }

  /// Those that the source names now; empty when it names no identity.
  func certificates() async throws(IdentityError) -> [[UInt8]] { try await source.identity()?.certificates ?? [] }

  /// What the source names now; nil when it names none, and then nothing is shown and nothing stays in the keychain.
  func held() async throws(IdentityError) -> HeldIdentity? {
    var before: Int
    var named: ClientIdentity?
    // What was removed or replaced while the source answered must not come back by that answer.
    repeat {
      before = changes
      named = try await source.identity()
    } while before != changes
    guard let identity = named else {
      try clear()
      return nil
    }
    if let last, last.identity == identity { return last.held }
    guard let leaf = identity.certificates.first else { throw .noCertificate }
    var found = try find(leaf)
    if found == nil {
      try install(identity)
      found = try find(leaf)
    }
    guard let found else { throw .keyGone }
    let held = HeldIdentity(
      identity: found, issuers: identity.certificates.dropFirst().compactMap(Self.certificate),
      certificates: identity.certificates)
    changes += 1
    last = (identity, held)
    return held
  }

  private func find(_ leaf: [UInt8]) throws(IdentityError) -> SecIdentity? {
    var query: [String: Any] = [
      kSecClass as String: kSecClassIdentity, kSecMatchLimit as String: kSecMatchLimitAll,
      kSecReturnRef as String: true, kSecUseDataProtectionKeychain as String: true,
    ]
    query[kSecAttrAccessGroup as String] = place.accessGroup
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess else { throw IdentityError(status: status) }
    for identity in result as? [SecIdentity] ?? [] {
      var certificate: SecCertificate?
      guard SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess, let certificate else { continue }
      if SecCertificateCopyData(certificate) as Data == Data(leaf) { return identity }
    }
    return nil
  }

  private func install(_ identity: ClientIdentity) throws(IdentityError) {
    try clear()
    guard let certificate = identity.certificates.first.flatMap(Self.certificate) else { throw .malformedCertificate }
    try add([
      kSecClass as String: kSecClassCertificate, kSecValueRef as String: certificate,
      kSecAttrLabel as String: label,
    ])
    guard case .exportable(let key) = identity.key else { return }
    try add([
      kSecClass as String: kSecClassKey, kSecValueRef as String: try Self.key(key),
      kSecAttrApplicationTag as String: Data(label.utf8),
      kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ])
  }

  private func add(_ item: [String: Any]) throws(IdentityError) {
    let status = SecItemAdd(ours(item) as CFDictionary, nil)
    guard status == errSecSuccess || status == errSecDuplicateItem else { throw IdentityError(status: status) }
  }

  /// Whether there was any.
  private func delete(_ query: [String: Any]) throws(IdentityError) -> Bool {
    let status = SecItemDelete(ours(query) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw IdentityError(status: status) }
    return status == errSecSuccess
  }

  private func ours(_ item: [String: Any]) -> [String: Any] {
    var item = item
    item[kSecUseDataProtectionKeychain as String] = true
    item[kSecAttrAccessGroup as String] = place.accessGroup
    return item
  }

  private var label: String { place.service + "/client-identity" }

  private static func certificate(_ encoded: [UInt8]) -> SecCertificate? {
    SecCertificateCreateWithData(nil, Data(encoded) as CFData)
  }

  private static func key(_ key: PrivateKeyDER) throws(IdentityError) -> SecKey {
    let type: CFString
    switch key.kind {
    case .rsa: type = kSecAttrKeyTypeRSA
    case .p256, .p384, .p521: type = kSecAttrKeyTypeECSECPrimeRandom
    // Apple's TLS signs with none.
    case .ed25519: throw .unsupported(.key)
    }
    let attributes: [String: Any] = [
      kSecAttrKeyType as String: type, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
    ]
    return try key.withExposedPlatformForm { bytes throws(IdentityError) in
      var failure: Unmanaged<CFError>?
      // Not a copy: the system reads the page that the secret lies in.
      let data = bytes.baseAddress.map {
        Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: bytes.count, deallocator: .none)
      }
      guard let made = SecKeyCreateWithData((data ?? Data()) as CFData, attributes as CFDictionary, &failure) else {
        failure?.release()
        throw .malformedKey
      }
      return made
    }
  }
}

extension IdentityError {
  fileprivate init(status: OSStatus) {
    self = status == errSecInteractionNotAllowed ? .locked : .storeUnavailable(status)
  }
}
