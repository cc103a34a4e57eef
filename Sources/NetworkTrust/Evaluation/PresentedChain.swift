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
  /// The most issuers of one name that are looked at, the longest valid ones.
  static let issuersOfOneName = 3

  /// Those that may be issuers, one for each subject, issuer and key, and few of one name.
  ///
  /// The search for a path tries every order of issuers whose signatures fit, and a hostile server can make one signature
  /// fit many keys: nine issuers of one name are a million partial paths. Three of a name are 1,066 at most.
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
    self.issuers = Self.fewOfEachName(order.compactMap { issuers[$0] })
    self.flaw = flaw
  }

  /// Names are compared as the search compares them, not by their bytes.
  private static func fewOfEachName(_ issuers: [Element]) -> [Element] {
    var kept: [Element] = []
    for issuer in issuers {
      let name = issuer.certificate.subject
      let others = kept.indices.filter { kept[$0].certificate.subject == name }
      let shortest = others.min { kept[$0].certificate.notValidAfter < kept[$1].certificate.notValidAfter }
      if others.count == issuersOfOneName, let shortest {
        guard kept[shortest].certificate.notValidAfter < issuer.certificate.notValidAfter else { continue }
        kept.remove(at: shortest)
      }
      kept.append(issuer)
    }
    return kept
  }

  func element(of certificate: Certificate) -> Element? {
    leaf.certificate == certificate ? leaf : issuers.first { $0.certificate == certificate }
  }

  /// Why no path could even be built. The search itself says nothing about that.
  func dead(anchors: AnchorStore, understood: PathRules) -> TrustRefusal {
    var tip = leaf.certificate
    for _ in 0...issuers.count {
      if understood.leavesCriticalUnread(tip) { return .unknownCriticalExtension }
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
