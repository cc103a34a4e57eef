import Redaction
import UntrustedInput

/// A private key taken out of its wrapping, before anybody asked whether its numbers are a key.
///
/// PKCS#8 (RFC 5958), SEC1 (RFC 5915) and PKCS#1 (RFC 8017, appendix A.1.2) are told apart by their second element.
struct PrivateKeyStructure: ~Copyable, Sendable {
  let kind: ClientKeyKind
  /// RSA: PKCS#1, DER. Curves: the number, as long as the curve's order. Ed25519: 32 bytes.
  let secret: Secret
  /// RSA: PKCS#1, DER. Otherwise what the key came with, if anything: the point in X9.63, or the 32 bytes of Ed25519.
  let publicKey: [UInt8]?

  /// - Throws: ``IdentityError/malformedKey``, ``IdentityError/unsupported(_:)``, ``IdentityError/weakKey(bits:)``.
  init(reading bytes: [UInt8]) throws(IdentityError) {
    do {
      let whole = try DERReader().read(bytes)
      let parts = try whole.children(.sequence)
      guard parts.count >= 2 else { throw IdentityError.malformedKey }
      switch parts[1].tag {
      case .sequence: self = try Self.pkcs8(parts)
      case .octetString: self = try Self.curve(parts, named: nil)
      case .integer: self = try Self.rsa(whole, parts)
      default: throw IdentityError.malformedKey
      }
    } catch {
      throw (error as? IdentityError) ?? .malformedKey
    }
  }

  init(_ kind: ClientKeyKind, _ secret: consuming Secret, _ publicKey: [UInt8]?) {
    self.kind = kind
    self.secret = secret
    self.publicKey = publicKey
  }

  private static func pkcs8(_ parts: [DERElement]) throws -> PrivateKeyStructure {
    let version = try parts[0].integer()
    guard (0...1).contains(version), parts.count >= 3, parts[2].tag == .octetString else {
      throw IdentityError.malformedKey
    }
    // Attributes and, in version 1, the public key.
    var carried: [UInt8]?
    for part in parts[3...] {
      switch part.tag {
      case .context(0): continue
      case .context(1) where version == 1 && !part.isConstructed && part.content.first == 0:
        carried = Array(part.content.dropFirst())
      default: throw IdentityError.malformedKey
      }
    }
    let algorithm = try parts[1].children()
    guard let name = try algorithm.first?.objectIdentifier() else { throw IdentityError.malformedKey }
    let inner = try parts[2].inner()
    switch name {
    case KeyName.rsa: return try rsa(inner, try inner.children(.sequence))
    case KeyName.ellipticCurve:
      guard algorithm.count == 2 else { throw IdentityError.malformedKey }
      return try curve(try inner.children(.sequence), named: try algorithm[1].objectIdentifier())
    case KeyName.ed25519:
      let seed = inner.content
      guard inner.tag == .octetString, !inner.isConstructed, seed.count == 32 else { throw IdentityError.malformedKey }
      return PrivateKeyStructure(.ed25519, Secret(copying: seed), carried)
    default: throw IdentityError.unsupported(.key)
    }
  }

  private static func curve(_ parts: [DERElement], named outer: [UInt8]?) throws -> PrivateKeyStructure {
    guard parts.count >= 2, try parts[0].integer() == 1, parts[1].tag == .octetString, !parts[1].isConstructed else {
      throw IdentityError.malformedKey
    }
    var name = outer
    var carried: [UInt8]?
    for part in parts[2...] {
      switch part.tag {
      case .context(0):
        let inner = try part.inner().objectIdentifier()
        guard name == nil || name == inner else { throw IdentityError.malformedKey }
        name = inner
      case .context(1): carried = try part.inner().wholeBits()
      default: throw IdentityError.malformedKey
      }
    }
    guard let name else { throw IdentityError.malformedKey }
    let kind = try KeyName.curve(name)
    // Some writers drop leading zeros, which RFC 5915 does not allow and everybody reads.
    let number = parts[1].content.drop { $0 == 0 }
    let size = kind.numberSize
    guard (1...size).contains(number.count) else { throw IdentityError.malformedKey }
    let secret = Secret(count: size) {
      UnsafeMutableRawBufferPointer(rebasing: $0[(size - number.count)...]).copyBytes(from: number)
    }
    return PrivateKeyStructure(kind, secret, carried)
  }

  private static func rsa(_ whole: DERElement, _ parts: [DERElement]) throws -> PrivateKeyStructure {
    guard whole.tag == .sequence, parts.count == 9, try parts[0].integer() == 0 else {
      throw IdentityError.malformedKey
    }
    for part in parts.dropFirst() {
      guard let first = try part.integerBytes().first, first & 0x80 == 0 else { throw IdentityError.malformedKey }
    }
    let kind = try ClientKeyKind.rsa(modulus: parts[1].content)
    let open = Array(parts[1].encoded) + Array(parts[2].encoded)
    return PrivateKeyStructure(kind, Secret(copying: whole.encoded), DERHead.value(DERHead.sequence, open))
  }
}

extension ClientKeyKind {
  /// Bytes of a number modulo the order of the curve; 32 for Ed25519, 0 for RSA.
  var numberSize: Int {
    switch self {
    case .p256, .ed25519: 32
    case .p384: 48
    case .p521: 66
    case .rsa: 0
    }
  }
}
