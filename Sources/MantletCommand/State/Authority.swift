import Crypto
import CryptoExtras
import Foundation
import NetworkTrust
import Redaction
import SwiftASN1
import TrustWire
import UntrustedInput
import X509

/// The keys of one installation: a local CA, the server's certificate, a backup key for pinning, the RSA key that signs
/// tokens, the RSA key that logins are encrypted to, the key that signs policy slices, the secret that refresh tokens are
/// derived with, and the key that seals signing keys in the database.
///
/// Good for a development machine: everything lies in files with mode 0600, protected from other users and from
/// nobody else.
struct Authority: Sendable {
  /// Path inside the state directory → contents.
  let files: [String: [UInt8]]
  let certificateDER: [UInt8]
  let serverCertificateDER: [UInt8]

  static let authorityCertificate = "authority/ca.pem"
  private static let serverCertificate = "authority/server.pem"
  private static let serverKey = "authority/server.key"
  private static let backupKey = "authority/backup.key"
  private static let signingKey = "authority/signing.key"
  private static let loginKey = "authority/login.key"
  static let policyKey = "authority/policy.key"
  private static let authorityKey = "authority/ca.key"
  private static let account = "authority/account.secret"
  private static let successorKey = "authority/successor.secret"
  private static let encryptionKey = "authority/encryption.secret"
  private static let introspection = "authority/introspection.secret"

  /// Makes every key anew. The CA lives ten years, the server's certificate 397 days.
  init(madeAt now: Date) throws(StateError) {
    do {
      let caKey = P256.Signing.PrivateKey()
      let serverKey = P256.Signing.PrivateKey()
      let ca = try Self.authority(key: caKey, now: now)
      let server = try Self.serverCertificate(key: serverKey, issuer: ca, issuerKey: caKey, now: now)
      let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let login = try _RSA.Encryption.PrivateKey(keySize: .bits2048)
      files = [
        Self.authorityCertificate: Array(try ca.serializeAsPEM().pemString.utf8),
        Self.authorityKey: Array(caKey.pemRepresentation.utf8),
        Self.serverCertificate: Array(try server.serializeAsPEM().pemString.utf8),
        Self.serverKey: Array(serverKey.pemRepresentation.utf8),
        Self.backupKey: Array(P256.Signing.PrivateKey().pemRepresentation.utf8),
        Self.signingKey: Array(rsa.pemRepresentation.utf8),
        Self.loginKey: Array(login.pemRepresentation.utf8),
        Self.policyKey: Array(P256.Signing.PrivateKey().pemRepresentation.utf8),
        Self.account: Self.randomText(18), Self.successorKey: Self.randomText(32),
        Self.encryptionKey: Self.randomText(32), Self.introspection: Self.randomText(32),
      ]
      certificateDER = try Self.der(ca)
      serverCertificateDER = try Self.der(server)
    } catch {
      throw .couldNotMake("the keys and certificates of the local authority")
    }
  }

  /// Reads what was made before; every file must be there and readable as what it is.
  init(files: [String: [UInt8]], folder: String) throws(StateError) {
    self.files = files
    func text(_ name: String) throws(StateError) -> String {
      guard let bytes = files[name] else { throw .incomplete(path: folder + "/" + name) }
      return String(decoding: bytes, as: UTF8.self)
    }
    func der(_ name: String) throws(StateError) -> [UInt8] {
      let text = try text(name)
      guard let certificate = try? Certificate(pemEncoded: text), let der = try? Self.der(certificate) else {
        throw .changed(path: folder + "/" + name)
      }
      return der
    }
    certificateDER = try der(Self.authorityCertificate)
    serverCertificateDER = try der(Self.serverCertificate)
    for name in [Self.serverKey, Self.backupKey, Self.policyKey] {
      guard (try? P256.Signing.PrivateKey(pemRepresentation: try text(name))) != nil else {
        throw .changed(path: folder + "/" + name)
      }
    }
    guard (try? _RSA.Encryption.PrivateKey(pemRepresentation: try text(Self.loginKey))) != nil else {
      throw .changed(path: folder + "/" + Self.loginKey)
    }
    guard (try? _RSA.Signing.PrivateKey(pemRepresentation: try text(Self.signingKey))) != nil else {
      throw .changed(path: folder + "/" + Self.signingKey)
    }
    for name in [Self.account, Self.introspection] { _ = try text(name) }
    for name in [Self.successorKey, Self.encryptionKey] {
      guard (try? Base64URL.decode(try text(name)))?.count == 32 else { throw .changed(path: folder + "/" + name) }
    }
  }

  private static func randomText(_ count: Int) -> [UInt8] {
    var dice = SystemRandomNumberGenerator()
    return Array(Base64URL.encode((0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }).utf8)
  }

  var serverCertificatePEM: String { text(Self.serverCertificate) }
  var serverKeyPEM: Secret { Secret(copying: files[Self.serverKey] ?? []) }
  var signingKeyPEM: Secret { Secret(copying: files[Self.signingKey] ?? []) }

  /// The password of the demonstration account.
  var accountPassword: Secret { Secret(copying: files[Self.account] ?? []) }
  static let accountName = "sleeper@example.org"

  var loginKeyPEM: Secret { Secret(copying: files[Self.loginKey] ?? []) }
  /// What a resource server presents at the introspection address.
  var introspectionSecret: Secret { Secret(copying: files[Self.introspection] ?? []) }
  /// 32 bytes, base64url.
  var successorKeyText: Secret { Secret(copying: files[Self.successorKey] ?? []) }
  /// 32 bytes, base64url.
  var encryptionKeyText: Secret { Secret(copying: files[Self.encryptionKey] ?? []) }

  /// SubjectPublicKeyInfo (DER) of the key that logins are encrypted to.
  /// - Throws: never for an authority that was read or made: both check every key.
  func loginPublicKey() throws -> [UInt8] {
    [UInt8](try _RSA.Encryption.PrivateKey(pemRepresentation: text(Self.loginKey)).publicKey.derRepresentation)
  }

  func policySigningKey() throws -> P256.Signing.PrivateKey {
    try P256.Signing.PrivateKey(pemRepresentation: text(Self.policyKey))
  }

  /// The pin in use and the one in reserve, base64.
  func pins() throws -> [String] {
    let backup = try P256.Signing.PrivateKey(pemRepresentation: text(Self.backupKey)).publicKey
    return [
      try ServerPin(certificateDER: serverCertificateDER).base64,
      Data(SHA256.hash(data: backup.derRepresentation)).base64EncodedString(),
    ]
  }

  /// RFC 7638 thumbprint of the token signing key.
  func signingKeyIdentifier() throws -> String {
    TokenKeySet.thumbprint(try _RSA.Signing.PrivateKey(pemRepresentation: text(Self.signingKey)).publicKey)
  }

  /// A certificate for this machine with a key of its own: valid to the CA, unknown to the pins.
  func impostorIdentity(now: Date) throws -> (certificatePEM: String, keyPEM: String) {
    let caKey = try P256.Signing.PrivateKey(pemRepresentation: text(Self.authorityKey))
    let ca = try Certificate(pemEncoded: text(Self.authorityCertificate))
    let key = P256.Signing.PrivateKey()
    let certificate = try Self.serverCertificate(key: key, issuer: ca, issuerKey: caKey, now: now)
    return (try certificate.serializeAsPEM().pemString, key.pemRepresentation)
  }

  private func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }

  private static func der(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  private static func authority(key: P256.Signing.PrivateKey, now: Date) throws -> Certificate {
    let name = try DistinguishedName { CommonName("Mantlet local authority") }
    return try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: now.addingTimeInterval(-3600), notValidAfter: now.addingTimeInterval(3650 * 86400),
      issuer: name, subject: name,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: .init(key.publicKey))
      },
      issuerPrivateKey: .init(key))
  }

  private static func serverCertificate(
    key: P256.Signing.PrivateKey, issuer: Certificate, issuerKey: P256.Signing.PrivateKey, now: Date
  ) throws -> Certificate {
    let loopback = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
    return try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: now.addingTimeInterval(-3600), notValidAfter: now.addingTimeInterval(397 * 86400),
      issuer: issuer.subject, subject: DistinguishedName { CommonName("localhost") },
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames([.dnsName("localhost"), loopback])
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier)
      },
      issuerPrivateKey: .init(issuerKey))
  }
}
