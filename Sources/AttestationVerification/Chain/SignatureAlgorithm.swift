import UntrustedInput

/// A signature algorithm of the chains in use. The parameters of ECDSA may be NULL, as some devices write them against
/// RFC 5758, section 3.2.
struct SignatureAlgorithm: Hashable {
  enum Family { case ecdsa, rsa }
  enum Digest { case sha256, sha384, sha512 }
  let family: Family
  let digest: Digest

  /// Nil for every other algorithm, SHA-1 among them.
  init?(_ element: DERElement) {
    guard let parts = try? element.children(.sequence), (1...2).contains(parts.count),
      let name = try? parts[0].objectIdentifier(), let last = name.last,
      parts.count == 1 || parts[1].tag == .null && parts[1].content.isEmpty
    else { return nil }
    switch (Array(name.dropLast()), last) {
    case (ObjectIdentifiers.ecdsaWithSHA2, 2): (family, digest) = (.ecdsa, .sha256)
    case (ObjectIdentifiers.ecdsaWithSHA2, 3): (family, digest) = (.ecdsa, .sha384)
    case (ObjectIdentifiers.ecdsaWithSHA2, 4): (family, digest) = (.ecdsa, .sha512)
    case (ObjectIdentifiers.pkcs1, 11): (family, digest) = (.rsa, .sha256)
    case (ObjectIdentifiers.pkcs1, 12): (family, digest) = (.rsa, .sha384)
    case (ObjectIdentifiers.pkcs1, 13): (family, digest) = (.rsa, .sha512)
    default: return nil
    }
  }
}
