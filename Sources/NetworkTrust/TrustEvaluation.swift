import Foundation
import SecurityPolicy
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Judges the certificates that a server presents, for one set of anchors and pins.
///
/// Claim: the verdict holds only when a path from the presented leaf to an anchor is valid at `now` (RFC 5280), the
/// leaf is for the host (RFC 6125: subject alternative names only, never the common name), may serve TLS, and the
/// *validated* path holds a pinned key: the leaf's, an issuer's or the anchor's. A pinned certificate that is merely
/// presented beside the path counts for nothing. Validation always runs; pins narrow it and never replace it, and no
/// option turns either off.
///
/// Not protected: revocation is not looked up (a lost key is answered by changing the pins), nor certificate
/// transparency. A wrong clock makes right certificates fail, or an expired one pass.
///
/// Pure: the same chain, host and time give the same decision.
///
/// Source: RFC 5280, section 6; RFC 6125; TR-03161-1 O.Ntwk_4, O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
public struct TrustEvaluation: Sendable {
  /// The most certificates that a server may present.
  public static let maximumChainCount = 10
  /// The most bytes that one certificate may have.
  public static let maximumCertificateSize = 65_536

  public let pins: PinSet
  private let roots: CertificateStore?

  /// - Parameter anchors: with ``TrustAnchors/system`` unresolved, or without any certificate, every decision is
  ///   undetermined.
  /// - Throws: ``NetworkError/malformedCertificate`` for an anchor that cannot be read.
  public init(anchors: TrustAnchors, pins: PinSet) throws(NetworkError) {
    self.pins = pins
    guard case .certificates(let encoded) = anchors, !encoded.isEmpty else {
      roots = nil
      return
    }
    roots = CertificateStore(try Self.certificates(encoded))
  }

  /// - Parameters:
  ///   - chain: the presented certificates, DER, leaf first; the order of the others does not matter.
  ///   - now: the time that validity is judged at.
  public func evaluate(chain: [[UInt8]], host: ServerHost, now: Date) async -> TrustDecision {
    guard let roots else { return TrustDecision(refused: .anchorsUnavailable(errno: 0)) }
    guard !chain.isEmpty else { return TrustDecision(refused: .untrusted("the server presented no certificate")) }
    guard chain.count <= Self.maximumChainCount, chain.allSatisfy({ $0.count <= Self.maximumCertificateSize }) else {
      return TrustDecision(refused: .untrusted("the presented chain is too large"))
    }
    do throws(NetworkError) {
      let presented = try Self.certificates(chain)
      let path = try await validate(presented, roots: roots, host: host, now: now)
      var encoded: [[UInt8]] = []
      for certificate in path { encoded.append(try Self.encode(certificate)) }
      var seen: [ServerPin] = []
      for certificate in encoded { seen.append(try ServerPin(certificateDER: certificate)) }
      // O.Ntwk_4#2
      guard seen.contains(where: pins.contains) else { return TrustDecision(refused: .pinMismatch, pinsSeen: seen) }
      return TrustDecision(ValidatedServerChain(host: host, certificates: encoded, pins: seen))
    } catch {
      return TrustDecision(refused: error)
    }
  }

  private func validate(
    _ presented: [Certificate], roots: CertificateStore, host: ServerHost, now: Date
  ) async throws(NetworkError) -> [Certificate] {
    var identity = ServerIdentityPolicy(
      serverHostname: host.kind == .name ? host.description : nil,
      serverIP: host.kind == .name ? nil : host.description)
    var usage = ServerUsagePolicy()
    // O.Ntwk_5#1
    var verifier = Verifier(rootCertificates: roots) {
      RFC5280Policy(fixedExpiryValidationTime: now)
      identity
      usage
    }
    let issuers = CertificateStore(Self.distinctIssuers(presented.dropFirst()))
    switch await verifier.validate(leaf: presented[0], intermediates: issuers) {
    case .validCertificate(let path): return Array(path)
    case .couldNotValidate(let failures):
      // The verifier's own reasons are prose that quotes the certificate, so the nearest path is looked at again.
      guard let path = failures.first?.chain else { throw .untrusted("no path leads to an anchor") }
      if path.contains(where: { $0.notValidBefore > now }) { throw .notYetValid }
      if path.contains(where: { $0.notValidAfter < now }) { throw .expired }
      if case .failsToMeetPolicy = identity.chainMeetsPolicyRequirements(chain: path) { throw .hostMismatch }
      if case .failsToMeetPolicy = usage.chainMeetsPolicyRequirements(chain: path) {
        throw .untrusted("a certificate of the path is not meant for this use, or is signed with SHA-1")
      }
      throw .untrusted("a certificate of the path breaks a constraint on certification paths")
    }
  }

  /// One certificate for each subject, issuer and key, the longest valid: copies that differ only in their
  /// extensions would let a hostile server make the search for a path grow with the factorial of their number.
  private static func distinctIssuers(_ certificates: ArraySlice<Certificate>) -> [Certificate] {
    var kept: [Certificate] = []
    for candidate in certificates.sorted(by: { $0.notValidAfter > $1.notValidAfter }) {
      let isCopy = kept.contains {
        $0.subject == candidate.subject && $0.issuer == candidate.issuer && $0.publicKey == candidate.publicKey
      }
      if !isCopy { kept.append(candidate) }
    }
    return kept
  }

  private static func certificates(_ encoded: [[UInt8]]) throws(NetworkError) -> [Certificate] {
    do { return try encoded.map { try Certificate(derEncoded: $0) } } catch { throw .malformedCertificate }
  }

  private static func encode(_ certificate: Certificate) throws(NetworkError) -> [UInt8] {
    do {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    } catch { throw .malformedCertificate }
  }
}
