import UntrustedInput

extension ClientKeyKind {
  /// What a SubjectPublicKeyInfo in DER says; that its numbers are a key is not proved.
  ///
  /// - Throws: ``IdentityError/malformedKey``, ``IdentityError/unsupported(_:)``, ``IdentityError/weakKey(bits:)``.
  public init(publicKey: [UInt8]) throws(IdentityError) {
    do {
      let parts = try DERReader().read(publicKey).children(.sequence)
      guard parts.count == 2 else { throw IdentityError.malformedKey }
      let algorithm = try parts[0].children(.sequence)
      guard let name = try algorithm.first?.objectIdentifier() else { throw IdentityError.malformedKey }
      switch name {
      case KeyName.rsa:
        let numbers = try DERReader().read(parts[1].wholeBits()).children(.sequence)
        guard numbers.count == 2 else { throw IdentityError.malformedKey }
        self = try .rsa(modulus: numbers[0].integerBytes())
      case KeyName.ellipticCurve:
        guard algorithm.count == 2 else { throw IdentityError.malformedKey }
        self = try KeyName.curve(algorithm[1].objectIdentifier())
      case KeyName.ed25519: self = .ed25519
      default: throw IdentityError.unsupported(.key)
      }
    } catch {
      throw (error as? IdentityError) ?? .malformedKey
    }
  }
}
