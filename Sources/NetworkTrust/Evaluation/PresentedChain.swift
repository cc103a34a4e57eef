import Foundation
import SwiftASN1
import X509

/// The certificates that a server presented, read once.
struct PresentedChain: Sendable {
  struct Element: Sendable {
    let encoded: [UInt8]
    let shape: CertificateShape
    let certificate: Certificate

    /// Whether it is of more use as an issuer: its time has begun, and then it lasts longer.
    func isBetter(than other: Element, at now: Date) -> Bool {
      func worth(_ certificate: Certificate) -> (Int, Date) {
        (certificate.notValidBefore <= now ? 1 : 0, certificate.notValidAfter)
      }
      return worth(certificate) > worth(other.certificate)
    }
  }

  let leaf: Element
  /// The most issuers of one name that are looked at: those that last longest, and none whose time is to come before them.
  static let issuersOfOneName = 3

  /// Those that may be issuers, one for each subject, issuer and key, and few of one name.
  ///
  /// The search for a path tries every order of issuers whose signatures fit, and a hostile server can make one signature
  /// fit many keys: nine issuers of one name are a million partial paths. Three of a name are 1,066 at most.
  let issuers: [Element]
  /// Why some other certificate was left out: its key or signature is of no use, so it cannot be an issuer.
  let flaw: TrustRefusal?

  init(_ chain: [[UInt8]], at now: Date) throws(TrustRefusal) {
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
        if element.isBetter(than: kept, at: now) { issuers[identity] = element }
      } else {
        issuers[identity] = element
        order.append(identity)
      }
    }
    guard let leaf else { throw .noCertificate }
    self.leaf = leaf
    self.issuers = Self.fewOfEachName(order.compactMap { issuers[$0] }, at: now)
    self.flaw = flaw
  }

  /// Names are compared as the search compares them, not by their bytes.
  private static func fewOfEachName(_ issuers: [Element], at now: Date) -> [Element] {
    var kept: [Element] = []
    for issuer in issuers {
      let name = issuer.certificate.subject
      let others = kept.indices.filter { kept[$0].certificate.subject == name }
      let worst = others.min { kept[$1].isBetter(than: kept[$0], at: now) }
      if others.count == issuersOfOneName, let worst {
        guard issuer.isBetter(than: kept[worst], at: now) else { continue }
        kept.remove(at: worst)
      }
      kept.append(issuer)
    }
    return kept
  }

  /// A path with the pins of its keys, the anchor's last; nil for one with a certificate that nobody presented or listed.
  func entries(of path: [Certificate], anchors: AnchorStore) -> [AnchorStore.Entry]? {
    var entries: [AnchorStore.Entry] = []
    for (index, certificate) in path.enumerated() {
      if index == path.count - 1, let anchor = anchors.entry(of: certificate) {
        entries.append(anchor)
      } else if let element = element(of: certificate) {
        let pin = ServerPin(publicKeyInfo: element.shape.publicKeyInfo)
        entries.append(AnchorStore.Entry(encoded: element.encoded, pin: pin))
      } else {
        return nil
      }
    }
    return entries
  }

  private func element(of certificate: Certificate) -> Element? {
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
