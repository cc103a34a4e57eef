import SwiftASN1
import X509

/// The certificates that a server presented, read once.
struct PresentedChain {
  struct Element {
    let encoded: [UInt8]
    let shape: CertificateShape
    let certificate: Certificate
  }

  let leaf: Element
  /// Those that may be issuers, one for each subject, issuer and key, the longest valid: copies that differ only in
  /// their extensions would let a hostile server make the search for a path grow with the factorial of their number.
  let issuers: [Element]
  /// Why some other certificate was left out: its key or signature is of no use, so it cannot be an issuer.
  let flaw: TrustRefusal?

  init(_ chain: [[UInt8]]) throws(TrustRefusal) {
    var leaf: Element?
    var issuers: [[ArraySlice<UInt8>]: Element] = [:]
    var order: [[ArraySlice<UInt8>]] = []
    var flaw: TrustRefusal?
    for encoded in chain {
      let shape: CertificateShape
      do { shape = try CertificateShape(encoded) } catch { throw .unreadable }
      if let reason = shape.flaw {
        guard leaf != nil else { throw reason }
        flaw = flaw ?? reason
        continue
      }
      guard let certificate = try? Certificate(derEncoded: encoded) else { throw .unreadable }
      let element = Element(encoded: encoded, shape: shape, certificate: certificate)
      guard leaf != nil else {
        leaf = element
        continue
      }
      let identity = [shape.subject, shape.issuer, shape.publicKeyInfo]
      if let kept = issuers[identity] {
        if kept.certificate.notValidAfter < certificate.notValidAfter { issuers[identity] = element }
      } else {
        issuers[identity] = element
        order.append(identity)
      }
    }
    guard let leaf else { throw .noCertificate }
    self.leaf = leaf
    self.issuers = order.compactMap { issuers[$0] }
    self.flaw = flaw
  }

  func element(of certificate: Certificate) -> Element? {
    leaf.certificate == certificate ? leaf : issuers.first { $0.certificate == certificate }
  }

  /// Why no path could even be built. The search itself says nothing about that.
  func dead(anchors: AnchorStore, understood: PathRules) -> TrustRefusal {
    var tip = leaf.certificate
    for _ in 0...issuers.count {
      if tip.extensions.contains(where: { $0.critical && !understood.verifyingCriticalExtensions.contains($0.oid) }) {
        return .unknownCriticalExtension
      }
      let named = (anchors.certificates + issuers.map(\.certificate)).filter { $0.subject == tip.issuer && $0 != tip }
      let signer = named.first { $0.publicKey.isValidSignature(tip.signature, for: tip) }
      guard let signer else {
        if tip.subject == tip.issuer, tip.publicKey.isValidSignature(tip.signature, for: tip) {
          return tip == leaf.certificate ? .selfSigned : .unknownIssuer
        }
        if !named.isEmpty { return .badSignature }
        return flaw ?? .unknownIssuer
      }
      tip = signer
    }
    return .unknownIssuer
  }
}
