import Crypto
import CryptoExtras
import Foundation
import NetworkTrust
import SwiftASN1
import X509

/// One server's certificates with one fault, made by an authority of the test's own: the matrix that real servers present
/// to each transport.
package struct FaultyChain: Sendable {
  package enum Fault: String, Sendable, CaseIterable {
    case none, expired, notYetValid, wrongName, wildcardAbuse, wrongAuthority, foreignRoot, selfSigned, clientOnly,
      issuerNoAuthority
    case pathTooLong, nameConstraints, weakKey, sha1, missingIssuer, junk, hundred, large, huge, garbageIssuer
    case garbageBeside, foreignCurve
    /// No fault: the server's key is on P-521.
    case largeCurve

    /// What it is refused for, judged by all that was presented; nil for what is right, or odd and holds.
    package var refusal: NetworkError? {
      switch self {
      case .none, .junk, .largeCurve: nil
      case .expired: .expired
      case .notYetValid: .notYetValid
      case .wrongName, .wildcardAbuse: .hostMismatch
      case .wrongAuthority: .untrusted(.badSignature)
      case .foreignRoot, .missingIssuer: .untrusted(.unknownIssuer)
      case .selfSigned: .untrusted(.selfSigned)
      case .clientOnly: .untrusted(.notForServers)
      case .issuerNoAuthority: .untrusted(.notAnAuthority)
      case .pathTooLong: .untrusted(.pathTooLong)
      case .nameConstraints: .untrusted(.nameConstraints)
      case .weakKey, .foreignCurve: .untrusted(.weakKey)
      case .sha1: .untrusted(.weakSignature)
      case .hundred: .untrusted(.tooManyCertificates(limit: 10))
      case .large, .huge: .untrusted(.certificateTooLarge(limit: 65_536))
      case .garbageIssuer, .garbageBeside: .malformedCertificate
      }
    }
  }

  package static let start = Date(timeIntervalSince1970: 1_700_000_000)
  package static let end = start.addingTimeInterval(86_400 * 30)
  package static let now = start.addingTimeInterval(86_400)

  /// DER, leaf first.
  package let presented: [[UInt8]]
  package let keyPEM: String
  /// What the client trusts and pins.
  package let anchor: [UInt8]

  /// - Parameter key: for the leaf instead of a new P-256 key.
  package init(_ fault: Fault, leafKey: Certificate.PrivateKey? = nil, keyPEM: String? = nil) throws {
    let rootKey = try Self.key(fault == .sha1 ? .rsa : .p256)
    let issuerKey = try Self.key(fault == .sha1 ? .rsa : .p256)
    let (rootName, issuerName) = (try Self.name("root"), try Self.name("issuer"))
    let algorithm: Certificate.SignatureAlgorithm? = fault == .sha1 ? .sha1WithRSAEncryption : nil
    let root = try Self.make(rootName, rootKey.0, by: rootName, rootKey.0) {
      Critical(BasicConstraints.isCertificateAuthority(maxPathLength: fault == .pathTooLong ? 0 : nil))
      Critical(KeyUsage(keyCertSign: true))
    }
    let issuer = try Self.make(issuerName, issuerKey.0, by: rootName, rootKey.0) {
      if fault == .issuerNoAuthority {
        Critical(BasicConstraints.notCertificateAuthority)
      } else {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
      }
      Critical(KeyUsage(keyCertSign: true))
      if fault == .nameConstraints {
        Critical(NameConstraints(permittedSubtrees: [.dnsName("elsewhere.example")]))
      }
    }
    let weak = fault == .weakKey ? try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)) : nil
    let made =
      try weak.map { (Certificate.PrivateKey($0), $0.pemRepresentation) }
      ?? Self.key(fault == .largeCurve ? .p521 : .p256)
    let (key, pem) = (leafKey ?? made.0, keyPEM ?? made.1)
    let (leafName, names) = (try Self.name("leaf"), Self.names(for: fault))
    let padding = [UInt8](repeating: 7, count: fault == .huge ? 120_000 : 70_000)
    let leaf = try Self.make(
      leafName, key, by: fault == .selfSigned ? leafName : issuerName,
      fault == .selfSigned ? key : fault == .wrongAuthority ? try Self.key(.p256).0 : issuerKey.0, algorithm,
      from: fault == .notYetValid ? Self.now.addingTimeInterval(60) : Self.start,
      until: fault == .expired ? Self.now.addingTimeInterval(-60) : Self.end
    ) {
      Critical(BasicConstraints.notCertificateAuthority)
      Critical(KeyUsage(digitalSignature: true))
      SubjectAlternativeNames(names)
      try ExtendedKeyUsage(fault == .clientOnly ? [.clientAuth] : [.serverAuth])
      if fault == .large || fault == .huge {
        Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: false, value: padding[...])
      }
    }
    let strangerKey = try Self.key(.p256).0
    let stranger = try Self.make(try Self.name("stranger"), strangerKey, by: try Self.name("stranger"), strangerKey) {
      Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
      Critical(KeyUsage(keyCertSign: true))
    }
    anchor = try Self.encode(fault == .foreignRoot ? stranger : root)
    let others = try Self.encode(issuer)
    switch fault {
    case .missingIssuer, .selfSigned: presented = [try Self.encode(leaf)]
    // What is of no use, the issuer twice, and the anchor, in no order.
    case .junk:
      let noise = [try Self.encode(stranger), try Self.encode(root), others, others]
      presented = [try Self.encode(leaf)] + noise
    case .garbageIssuer: presented = [try Self.encode(leaf), Self.ofVersion6(others)]
    case .garbageBeside: presented = [try Self.encode(leaf), others, Self.ofVersion6(try Self.encode(stranger))]
    case .foreignCurve: presented = [try Self.encode(leaf), Self.p224Issuer]
    case .hundred: presented = [try Self.encode(leaf)] + [[UInt8]](repeating: others, count: 99)
    default: presented = [try Self.encode(leaf), others]
    }
    self.keyPEM = pem
  }

  /// As OpenSSL and nginx read them.
  package static func pem(_ certificates: some Sequence<[UInt8]>) -> String {
    certificates.map {
      let text = Data($0).base64EncodedString(options: .lineLength64Characters)
      return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }.joined()
  }

  /// OpenSSL serves it, and nobody else reads it: certificates have versions up to 3.
  private static func ofVersion6(_ certificate: [UInt8]) -> [UInt8] {
    var spoiled = certificate
    if let place = spoiled.firstRange(of: [0xA0, 3, 2, 1, 2]) { spoiled[place.upperBound - 1] = 5 }
    return spoiled
  }

  /// An authority of the issuer's name with a key on P-224. `openssl ecparam -name secp224r1`, `openssl req -x509`.
  private static let p224Issuer = [UInt8](
    Data(
      base64Encoded: """
        MIIBdjCCASSgAwIBAgIUEZmGIjrxokslMZ7xIs4hsY8gRlQwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGaXNzdWVyMCAXDTI2MTEyMzA5MzMz
        MloYDzIxMjYxMDMwMDkzMzMyWjARMQ8wDQYDVQQDDAZpc3N1ZXIwTjAQBgcqhkjOPQIBBgUrgQQAIQM6AASl2YH9rPR+nKSDRw0EbrDyDTfV
        rhWgnwy7ds5g3QBNflZmqUpoLcUWn64Gatd1T4x65Y2Ya75uB6NjMGEwHQYDVR0OBBYEFKUpAL7PFKp2Fah1YnbUeHVI7ROgMB8GA1UdIwQY
        MBaAFKUpAL7PFKp2Fah1YnbUeHVI7ROgMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAoGCCqGSM49BAMCA0AAMD0CHB9VPSKB
        1WwL1YC22BXizLafIpu6hb2Y/gL/PU8CHQCejzN/JCDSbaaUq+2eUK3OB6yitF7q8ewfKOgt
        """, options: .ignoreUnknownCharacters) ?? Data())

  private enum Kind { case p256, p521, rsa }

  private static func key(_ kind: Kind) throws -> (Certificate.PrivateKey, String) {
    switch kind {
    case .p256:
      let key = P256.Signing.PrivateKey()
      return (.init(key), key.pemRepresentation)
    case .p521:
      let key = P521.Signing.PrivateKey()
      return (.init(key), key.pemRepresentation)
    case .rsa:
      let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      return (.init(key), key.pemRepresentation)
    }
  }

  private static func names(for fault: Fault) -> [GeneralName] {
    switch fault {
    case .wrongName: [.dnsName("other.example")]
    case .wildcardAbuse: [.dnsName("*"), .dnsName("l*calhost"), .dnsName("*.localhost")]
    default: [.dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))]
    }
  }

  private static func name(_ text: String) throws -> DistinguishedName { try DistinguishedName { CommonName(text) } }

  private static func make(
    _ subject: DistinguishedName, _ key: Certificate.PrivateKey, by issuer: DistinguishedName,
    _ issuerKey: Certificate.PrivateKey, _ algorithm: Certificate.SignatureAlgorithm? = nil, from: Date = start,
    until: Date = end, @ExtensionsBuilder extensions: () throws -> Result<Certificate.Extensions, any Error>
  ) throws -> Certificate {
    let extensions = try Certificate.Extensions(builder: extensions)
    guard let algorithm else {
      return try Certificate(
        version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: from, notValidAfter: until,
        issuer: issuer, subject: subject, extensions: extensions, issuerPrivateKey: issuerKey)
    }
    return try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: from, notValidAfter: until,
      issuer: issuer, subject: subject, signatureAlgorithm: algorithm, extensions: extensions,
      issuerPrivateKey: issuerKey)
  }

  private static func encode(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}
