public import Redaction
import SwiftASN1
import UntrustedInput
import X509

/// A PKCS#12 file (`.p12`, `.pfx`), opened: keys with their certificates, or a truststore of certificates alone.
///
/// - Claim: the MAC was right for this password before anything inside was read, so nothing was altered since; each key
///   is a key; what the reader does not know is refused and not skipped, except revocation lists and secrets of other
///   kinds.
/// - Not claimed: that any certificate is valid or trusted, or that the file was well protected. Files of the field are
///   sealed with 3DES or RC2 and known passwords: whoever has such a file has the key. Delete it after the import.
///
/// Read are BER and DER; PBES2 with AES or 3DES by PBKDF2 or scrypt, SHA-1 with 3DES or RC2; a MAC by SHA-1 or SHA-2,
/// or PBMAC1. Refused are files without a MAC, and those sealed or signed with public keys.
/// Source: RFC 7292, RFC 8018, RFC 9579; MASVS-CODE-4.
public struct PKCS12File: Sendable {
  public static let maximumBytes = 1 << 20
  /// Of keys, certificates and other bags together.
  public static let maximumParts = 1024
  /// Rounds of key derivation in the whole file, counted once for each piece of a key: twelve times what careful writers
  /// take for one.
  public static let maximumRounds = 10_000_000

  public let keys: [PKCS12Key]
  public let certificates: [PKCS12Certificate]

  /// - Parameter password: in UTF-8. An empty one is tried as the empty and then as the null password, which writers
  ///   take for the same.
  /// - Throws: ``IdentityError``: `unreadable`, `notAuthenticated`, `wrongPassword`, `malformedPassword`,
  ///   `tooManyRounds`, `unsupported`, `damaged`, `malformedKey`, `weakKey`.
  public init(_ bytes: [UInt8], password: borrowing Secret) throws(IdentityError) {
    var budget = RoundBudget()
    try self.init(bytes, password: password, within: &budget)
  }

  /// The same for one of several files.
  ///
  /// - Parameter budget: what all of them share; what a file costs is taken from it also where the file is refused.
  package init(
    _ bytes: [UInt8], password: borrowing Secret, within budget: inout RoundBudget
  ) throws(IdentityError) {
    guard bytes.count <= Self.maximumBytes else { throw .unreadable(.tooLarge(limit: Self.maximumBytes)) }
    let structure = try PKCS12Structure(reading: bytes)
    guard let integrity = structure.integrity else { throw .notAuthenticated }
    let contents: PKCS12Contents
    do {
      let form = try PKCS12Password(password)
      try integrity.check(structure.content, password: form, within: &budget)
      contents = try PKCS12Contents(reading: structure.content, password: form, within: &budget)
    } catch .wrongPassword where password.count == 0 && integrity.tellsNullFromEmpty {
      let form = try PKCS12Password(password, isNull: true)
      try integrity.check(structure.content, password: form, within: &budget)
      contents = try PKCS12Contents(reading: structure.content, password: form, within: &budget)
    }
    var keys: [PKCS12Key] = []
    for found in contents.keys {
      keys.append(
        PKCS12Key(
          key: try PrivateKeyDER(found.structure), friendlyName: found.attributes.friendlyName,
          localKeyID: found.attributes.localKeyID))
    }
    self.keys = keys
    certificates = contents.certificates
  }

  /// The one identity of the file: its key, the certificate of that key and the issuers that the file holds, without a
  /// certificate that signed itself.
  ///
  /// - Throws: ``IdentityError/noPrivateKey`` for a truststore, ``IdentityError/severalKeys(_:)`` (then
  ///   ``identity(of:)`` takes one), and as ``identity(of:)``.
  public func identity() throws(IdentityError) -> ClientIdentity {
    guard let key = keys.first else { throw .noPrivateKey }
    guard keys.count == 1 else { throw .severalKeys(keys.count) }
    return try identity(of: key)
  }

  /// The identity of one key. The certificate is found by the key itself; where several have it, by the file's
  /// `localKeyID`, and then it is the one that ends last.
  ///
  /// - Throws: ``IdentityError/noCertificate``, and as ``ClientIdentity/init(certificates:key:)``.
  public func identity(of key: PKCS12Key) throws(IdentityError) -> ClientIdentity {
    let readable = certificates.compactMap { one in
      (try? CertificateOutline(one.der)).map { (file: one, outline: $0) }
    }
    let own = readable.filter { $0.outline.publicKey == key.key.publicKey && !$0.outline.isAuthority }
    let marked = own.filter { $0.file.localKeyID != nil && $0.file.localKeyID == key.localKeyID }
    guard let leaf = (marked.isEmpty ? own : marked).max(by: { $0.outline.notAfter < $1.outline.notAfter }) else {
      throw .noCertificate
    }
    var chain = [leaf]
    while let last = chain.last, last.outline.issuer != last.outline.subject,
      chain.count < ClientIdentity.maximumCertificates,
      let issuer = Self.issuer(
        of: last.file.der,
        among: readable.filter { $0.outline.subject == last.outline.issuer && $0.outline.isAuthority }),
      issuer.outline.subject != issuer.outline.issuer, !chain.contains(where: { $0.file.der == issuer.file.der })
    { chain.append(issuer) }
    return try ClientIdentity(certificates: chain.map(\.file.der), key: .exportable(key.key))
  }

  /// The one whose key signed it, for an authority may have been renewed with another key, and have signed itself; where none
  /// did, the first that cannot be asked.
  private static func issuer(
    of der: [UInt8], among named: [(file: PKCS12Certificate, outline: CertificateOutline)]
  ) -> (file: PKCS12Certificate, outline: CertificateOutline)? {
    guard let one = try? Certificate(derEncoded: der) else { return named.first }
    var unknown: (file: PKCS12Certificate, outline: CertificateOutline)?
    for candidate in named {
      guard let certificate = try? Certificate(derEncoded: candidate.file.der) else {
        unknown = unknown ?? candidate
        continue
      }
      if certificate.publicKey.isValidSignature(one.signature, for: one) { return candidate }
    }
    return unknown
  }

  /// The certificates that say of themselves that they are authorities': what a truststore is for. Truststores of the
  /// field hold the server's own certificate as well, which must not become an anchor by accident.
  ///
  /// - Returns: DER, in the file's order, each once. It is for a person to decide whether they are trusted.
  public func authorities() -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return certificates.map(\.der).filter {
      (try? CertificateOutline($0).isAuthority) == true && seen.insert($0).inserted
    }
  }
}
