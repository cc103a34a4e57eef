import Foundation
import SwiftASN1
import X509

/// What the library's rules for paths leave to the application, and the name of the first rule that a path breaks.
///
/// The library looks at versions, dates, basic constraints and name constraints (of names as they are spelled). It lets a
/// certificate of version 1 sign others, does not look at key usages, and falls back to the common name; so that is done
/// here. An anchor's own signature is not looked at: it is trusted for its key.
/// Source: RFC 5280, sections 4.2.1.3, 4.2.1.9, 4.2.1.12 and 6.1.4 (k) to (n).
struct PathRules: VerifierPolicy {
  /// The host that the leaf must be for; nil asks for none.
  let name: ServerHost?

  // Policies of certification need no more than to be allowed: no path is asked to have one, and the extension that
  // could ask for it is not in this list.
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.keyUsage, .X509ExtensionID.subjectAlternativeName,
    .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints, [2, 5, 29, 32],
  ]

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    brokenUsage(in: Array(chain)).map { .failsToMeetPolicy(reason: $0.description) } ?? .meetsPolicy
  }

  /// The first rule that this path breaks, those of the library included; nil when all that are known here hold. A path
  /// of one is a certificate that is trusted as it is: nobody vouches for it.
  func broken(in path: [Certificate], now: Date) -> TrustRefusal? {
    if path.contains(where: leavesCriticalUnread) { return .unknownCriticalExtension }
    if path.contains(where: { $0.notValidBefore > now }) { return .notYetValid }
    if path.contains(where: { $0.notValidAfter < now }) { return .expired }
    return brokenConstraint(in: path) ?? brokenUsage(in: path)
  }

  /// Whether it has a critical extension that nobody here understands.
  func leavesCriticalUnread(_ certificate: Certificate) -> Bool {
    certificate.extensions.contains { $0.critical && !verifyingCriticalExtensions.contains($0.oid) }
  }

  private func brokenConstraint(in path: [Certificate]) -> TrustRefusal? {
    var below = 0
    for (index, issuer) in path.enumerated().dropFirst() {
      guard let constraints = try? issuer.extensions.basicConstraints else {
        // An anchor of version 1 has no constraints and is trusted for its key.
        if index == path.count - 1, issuer.version == .v1 { continue }
        return .notAnAuthority
      }
      guard case .isCertificateAuthority(let limit) = constraints else { return .notAnAuthority }
      if let limit, limit < below { return .pathTooLong }
      if issuer.issuer != issuer.subject { below += 1 }
    }
    return nil
  }

  /// Whether a host lies in a subtree of names. With a dot at its front the subtree begins one label below.
  private static func holds(_ subtree: GeneralName, _ host: ServerHost) -> Bool {
    guard host.kind == .name, case .dnsName(let text) = subtree else { return false }
    var top = text.lowercased()
    if top.hasSuffix(".") { top.removeLast() }
    if top.isEmpty { return true }
    if top.hasPrefix(".") { return host.description.hasSuffix(top) }
    return host.description == top || host.description.hasSuffix("." + top)
  }

  /// What an authority vouches for on the way to a server.
  private func brokenUsage(in path: [Certificate]) -> TrustRefusal? {
    guard let leaf = path.first else { return .noCertificate }
    do {
      if let name {
        guard try CertificateName.matches(leaf, name) else { return .wrongName }
        // The library compares the certificate's names: a wildcard's own spelling lies in no excluded subtree below it.
        for issuer in path {
          let excluded = try issuer.extensions.nameConstraints?.excludedSubtrees ?? []
          if excluded.contains(where: { Self.holds($0, name) }) { return .nameConstraints }
        }
      }
      // Every cipher suite that is offered has the server sign; without the bit it may not.
      if let usage = try leaf.extensions.keyUsage, !usage.digitalSignature { return .notForServers }
      for certificate in path {
        // `anyExtendedKeyUsage` is not enough: the certificates of clients often have it.
        if let usage = try certificate.extensions.extendedKeyUsage, !usage.contains(.serverAuth) {
          return .notForServers
        }
      }
      for (index, issuer) in path.enumerated().dropFirst() {
        if index < path.count - 1, issuer.version != .v3 { return .notAnAuthority }
        if let usage = try issuer.extensions.keyUsage, !usage.keyCertSign { return .notForSigning }
      }
      return nil
    } catch {
      return .unreadable
    }
  }
}
