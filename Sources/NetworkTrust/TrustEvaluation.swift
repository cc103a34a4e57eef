import Foundation
import SecurityPolicy
@_spi(FixedExpiryValidationTime) import X509

/// Judges the certificates that a server presents, for one set of anchors and pins.
///
/// Claim: the verdict holds only when a path from the presented leaf to an anchor is valid at `now` (RFC 5280: signatures,
/// dates, authorities, path length, name constraints, key usages, no unknown critical extension), every key in it is RSA
/// of 2048 bits or more, P-256, P-384, P-521 or Ed25519, nothing rests on SHA-1, the leaf is for the host (RFC 6125:
/// subject alternative names only, never the common name) and may serve TLS, and the *validated* path holds a pinned
/// key: the leaf's, an issuer's or the anchor's. A pinned certificate that is merely presented beside the path counts for
/// nothing. Where the search finds more than one valid path, as with an issuer that two authorities signed, one that satisfies
/// the pins is taken; of certificates with one subject, issuer and key it looks at one. Validation always runs; pins narrow
/// it and never replace it. Where the platform searches, it shows one path, and there is no choice.
///
/// An anchor may be a server's own certificate, whoever signed it: presented byte for byte it is the whole path, and its
/// dates, names, usages and critical extensions are judged. It is to be replaced in the anchors when the server's is.
///
/// Not protected: revocation is not looked up (a lost key is answered by changing the pins), nor certificate
/// transparency. A wrong clock makes right certificates fail, or an expired one pass. Name constraints on directory names
/// are not understood and refuse the path.
///
/// Pure: the same chain, host and time give the same decision.
///
/// Source: RFC 5280, section 6; RFC 6125; TR-03161-1 O.Ntwk_4, O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
public struct TrustEvaluation: Sendable {
  /// The most certificates that a server may present.
  public static let maximumChainCount = 10
  /// The most bytes that one certificate may have.
  public static let maximumCertificateSize = CertificateShape.maximumSize

  public let pinning: PinPolicy
  public let name: ServerNameRule
  private let anchors: AnchorStore?

  /// - Parameter anchors: unresolved (``TrustAnchors/resolved(system:)``), or without any certificate, every decision is
  ///   undetermined. They are read here, once.
  /// - Throws: ``NetworkError/malformedCertificate`` for an anchor that cannot be read, ``NetworkError/untrusted(_:)`` for
  ///   one with a weak or unknown key.
  public init(anchors: TrustAnchors, pins: PinSet) throws(NetworkError) {
    try self.init(anchors: anchors, pinning: PinPolicy(pins))
  }

  /// - Throws: as above, and ``TrustRefusal/nameNeeded`` in ``NetworkError/untrusted(_:)`` for
  ///   ``ServerNameRule/insecureIgnored`` with the platform's anchors.
  public init(anchors: TrustAnchors, pinning: PinPolicy, name: ServerNameRule = .dialled) throws(NetworkError) {
    self.pinning = pinning
    self.name = name
    if case .certificates = anchors {} else if name == .insecureIgnored { throw .untrusted(.nameNeeded) }
    switch anchors {
    case .certificates(let encoded), .platform(let encoded):
      self.anchors = encoded.isEmpty ? nil : try AnchorStore(encoded)
    case .system, .systemAnd: self.anchors = nil
    }
  }

  /// - Parameters:
  ///   - chain: the presented certificates, DER, leaf first; the order of the others does not matter.
  ///   - host: the host that was dialled.
  ///   - now: the time that validity and pins are judged at.
  public func evaluate(chain: [[UInt8]], host: ServerHost, now: Date) async -> TrustDecision {
    do throws(TrustRefusal) {
      guard let anchors else { throw .anchorsUnavailable }
      guard chain.count <= Self.maximumChainCount else { throw .tooManyCertificates(limit: Self.maximumChainCount) }
      guard chain.allSatisfy({ $0.count <= Self.maximumCertificateSize }) else {
        throw .certificateTooLarge(limit: Self.maximumCertificateSize)
      }
      let decision = try await decide(try PresentedChain(chain, at: now), anchors: anchors, host: host, now: now)
      return name == .insecureIgnored ? decision.adding(.nameIgnored) : decision
    } catch {
      return TrustDecision(refused: error)
    }
  }

  private func decide(
    _ presented: PresentedChain, anchors: AnchorStore, host: ServerHost, now: Date
  ) async throws(TrustRefusal) -> TrustDecision {
    let decide: @Sendable ([AnchorStore.Entry]) -> TrustDecision = { [pinning] path in
      pinning.decide(host: host, certificates: path.map(\.encoded), pins: path.map(\.pin), now: now)
    }
    let rules: PathRules
    switch name {
    case .dialled: rules = PathRules(name: host)
    case .expected(let name): rules = PathRules(name: name)
    case .insecureIgnored: rules = PathRules(name: nil)
    }
    // Whoever lists a server's own certificate trusts exactly that one: no authority is asked.
    let leaf = presented.leaf.certificate
    if let trusted = anchors.entry(of: leaf) {
      if let reason = rules.broken(in: [leaf], now: now) { throw reason }
      return decide([trusted])
    }
    let choice = PathChoice { path in
      presented.entries(of: path, anchors: anchors).map(decide) ?? TrustDecision(refused: .unreadable)
    }
    // O.Ntwk_5#1
    var verifier = Verifier(rootCertificates: anchors.store) {
      RFC5280Policy(fixedExpiryValidationTime: now)
      rules
      choice
    }
    let issuers = CertificateStore(presented.issuers.map(\.certificate))
    let result = await verifier.validate(leaf: leaf, intermediates: issuers)
    if let decision = choice.found.decision { return decision }
    switch result {
    case .validCertificate: throw .unreadable
    case .couldNotValidate(let failures):
      // The verifier's own reasons are prose that quotes the certificate, so the nearest path is looked at again. What
      // is left when every rule known here holds is its rule on names.
      guard let path = failures.first?.chain else { throw presented.dead(anchors: anchors, understood: rules) }
      throw rules.broken(in: Array(path), now: now) ?? .nameConstraints
    }
  }
}
