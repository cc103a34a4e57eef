import UntrustedInput

/// The parts of a receipt's envelope, read but not yet believed: PKCS#7 with one signer.
///
/// Every byte is either compared with the one value it may have or covered by a signature, so that no changed receipt
/// passes. Source: RFC 5652, section 5.
struct SignedReceipt {
  let payload: [UInt8]
  /// Signer first; the root, if sent, is not among them.
  let path: [Certificate]
  /// The root that came along, which must be the trusted one byte for byte.
  let sentRoot: [UInt8]?
  let signature: [UInt8]
  let algorithm: SignatureAlgorithm
  /// What stands beside the payload, in the receipts of 2020.
  let attributes: SignedAttributes?

  init(_ bytes: [UInt8]) throws(InputError) {
    let whole = try DERReader().read(BERNormalizer().der(bytes))
    func malformed(_ expected: String) -> InputError { .malformedBinary(expected: expected, offset: 0) }
    let outer = try whole.children(.sequence)
    guard outer.count == 2, try outer[0].objectIdentifier() == ObjectIdentifiers.signedData,
      outer[1].tag == .context(0)
    else { throw malformed("signed data") }
    let parts = try outer[1].inner().children(.sequence)
    guard parts.count == 5, try parts[0].integer() == 1, parts[3].tag == .context(0) else {
      throw malformed("signed data of version 1 with certificates")
    }
    let digests = try parts[1].children(.set)
    guard digests.count == 1, Self.isSHA256(digests[0]) else { throw malformed("SHA-256") }
    let content = try parts[2].children(.sequence)
    guard content.count == 2, try content[0].objectIdentifier() == ObjectIdentifiers.data,
      content[1].tag == .context(0)
    else { throw malformed("data inside") }
    payload = try content[1].inner().octets()

    let signers = try parts[4].children(.set)
    guard signers.count == 1 else { throw malformed("one signer") }
    let signer = try signers[0].children(.sequence)
    guard (5...6).contains(signer.count), try signer[0].integer() == 1, Self.isSHA256(signer[2]),
      let algorithm = SignatureAlgorithm(signer[signer.count - 2]), algorithm.digest == .sha256
    else { throw malformed("a signer of version 1 with SHA-256") }
    self.algorithm = algorithm
    signature = try signer[signer.count - 1].octets()
    attributes = signer.count == 5 ? nil : try SignedAttributes(signer[3], of: payload)

    var certificates: [Certificate] = []
    for element in try parts[3].children() { certificates.append(try Certificate(element)) }
    let name = try signer[1].children(.sequence)
    guard name.count == 2, (2...4).contains(certificates.count) else { throw malformed("two to four certificates") }
    let serial = Array(try name[1].integerBytes())
    guard let first = certificates.firstIndex(where: { $0.issuer == name[0].encoded && $0.serial == serial }) else {
      throw malformed("the signer's certificate")
    }
    var path = [certificates.remove(at: first)]
    var sentRoot: [UInt8]?
    while !certificates.isEmpty {
      guard let next = certificates.firstIndex(where: { path.last?.issuer == $0.subject.encoded }), sentRoot == nil
      else { throw malformed("one path of certificates") }
      let certificate = certificates.remove(at: next)
      if certificate.issuer == certificate.subject.encoded {
        sentRoot = certificate.encoded
      } else {
        path.append(certificate)
      }
    }
    self.path = path
    self.sentRoot = sentRoot
  }

  private static func isSHA256(_ element: DERElement) -> Bool {
    guard let parts = try? element.children(.sequence), (1...2).contains(parts.count),
      parts.count == 1 || parts[1].tag == .null && parts[1].content.isEmpty
    else { return false }
    return (try? parts[0].objectIdentifier()) == ObjectIdentifiers.sha256
  }

  /// Whether the signer signed the payload, or as RFC 5652 asks the attributes in its stead. Apple signed the payload
  /// itself where attributes stand beside it, too.
  func isSigned(by key: SignatureKey) -> Bool {
    key.isValid(signature, of: payload, by: algorithm)
      || attributes.map { key.isValid(signature, of: $0.encodedSet, by: algorithm) } == true
  }
}
