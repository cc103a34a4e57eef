import SecurityPolicy
import UntrustedInput

extension AttestationTrail {
  /// Takes the steps chain-name, ca, chain-sig and validity for a path that ends below its root, as Apple sends it.
  mutating func follow(
    _ path: [Certificate], to roots: [AttestationRoot], now: Int64
  ) throws(AttestationError) {
    let candidates = roots.filter { path.last?.issuer == $0.certificate.subject.encoded }
    try require(
      !candidates.isEmpty && Self.namesMatch(path), .chainNames, "issuer and subject do not follow each other")
    try requireAuthorities(path)
    guard let last = path.last, let algorithm = last.algorithm else {
      throw refusal(.chainSignatures, "the signature algorithm is not one of the allowed")
    }
    let root = candidates.first { $0.key.isValid(last.signature, of: last.signed, by: algorithm) }
    guard let root else { throw refusal(.chainSignatures, "the trusted root did not sign the last certificate") }
    try requireSignatures(path, minimumRSABits: 2048)
    let isValid = (path + [root.certificate]).allSatisfy { $0.validity.contains(now) }
    try require(isValid, .validity, "a certificate is not valid at the time of verification")
  }

  static func namesMatch(_ path: [Certificate]) -> Bool {
    zip(path, path.dropFirst()).allSatisfy { $0.issuer == $1.subject.encoded }
  }

  /// Every certificate but the first may sign others.
  mutating func requireAuthorities(_ path: some Collection<Certificate>) throws(AttestationError) {
    for (below, certificate) in path.dropFirst().enumerated() {
      if let flaw = certificate.flawAsAuthority(below: below) { throw refusal(.authority, flaw) }
    }
    pass(.authority)
  }

  /// Every certificate is signed by the next one's key. From the root down: a key is not asked before somebody who is
  /// trusted has signed for it, so that nobody makes us compute with one as long as they like.
  mutating func requireSignatures(_ path: [Certificate], minimumRSABits: Int) throws(AttestationError) {
    for (certificate, issuer) in zip(path, path.dropFirst()).reversed() {
      guard let algorithm = certificate.algorithm else {
        throw refusal(.chainSignatures, "the signature algorithm is not one of the allowed")
      }
      guard let key = SignatureKey(issuer.publicKey, minimumRSABits: minimumRSABits) else {
        throw refusal(.chainSignatures, "an authority's key is of an unknown kind or too short")
      }
      guard key.isValid(certificate.signature, of: certificate.signed, by: algorithm) else {
        throw refusal(.chainSignatures, "a certificate was not signed by the next one's key")
      }
    }
    pass(.chainSignatures)
  }
}
