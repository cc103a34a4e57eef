import NetworkTrust

/// One thing that is odd about a chain, most of them wrong.
package enum ChainFault: String, Sendable, Hashable, CaseIterable {
  case leafExpired, leafNotYetValid, issuerExpired, issuerNotYetValid, rootExpired
  case wrongName, commonNameOnly, partialWildcard, topLevelWildcard, wildcardAcrossLabels, addressAsName
  case clientOnly, anyUsage, issuerForClients, encipherOnly, mayNotSignHandshakes
  case issuerNotAuthority, issuerUnconstrained, issuerVersion1, issuerMayNotSign, pathTooLong, issuerPathTooLong
  case namesExcluded, namesNotPermitted, directoryConstraint
  case unknownCriticalInLeaf, unknownCriticalInIssuer, policyConstraints
  case shortRSALeaf, smallCurveLeaf, foreignCurveLeaf, shortRSAIssuer, sha1Leaf, sha1Issuer
  case forgedLeaf, forgedIssuer, missingIssuer, foreignRoot, namesakeRoot, selfSigned
  case twoAlgorithms, extensionTwice
  // harmless
  case wildcard, address, unknownOrdinary, criticalPolicies, withoutUsages, namesPermitted, issuerWithoutUsage
  case rootPresented, strangerPresented, issuerTwice, shuffled, renewedIssuer

  /// What a chain with this fault alone is refused for; nil when it holds.
  package var refusal: TrustRefusal? {
    switch self {
    case .leafExpired, .issuerExpired, .rootExpired: .expired
    case .leafNotYetValid, .issuerNotYetValid: .notYetValid
    case .wrongName, .commonNameOnly, .partialWildcard, .topLevelWildcard, .wildcardAcrossLabels, .addressAsName:
      .wrongName
    case .clientOnly, .anyUsage, .issuerForClients, .encipherOnly, .mayNotSignHandshakes: .notForServers
    case .issuerNotAuthority, .issuerUnconstrained, .issuerVersion1: .notAnAuthority
    case .issuerMayNotSign: .notForSigning
    case .pathTooLong, .issuerPathTooLong: .pathTooLong
    case .namesExcluded, .namesNotPermitted, .directoryConstraint: .nameConstraints
    case .unknownCriticalInLeaf, .unknownCriticalInIssuer, .policyConstraints: .unknownCriticalExtension
    case .shortRSALeaf, .smallCurveLeaf, .shortRSAIssuer: .weakKey
    case .foreignCurveLeaf: .unsupportedKey
    case .sha1Leaf, .sha1Issuer: .weakSignature
    case .forgedLeaf, .forgedIssuer, .namesakeRoot: .badSignature
    case .missingIssuer, .foreignRoot: .unknownIssuer
    case .selfSigned: .selfSigned
    case .twoAlgorithms, .extensionTwice: .unreadable
    case .wildcard, .address, .unknownOrdinary, .criticalPolicies, .withoutUsages, .namesPermitted, .issuerWithoutUsage,
      .rootPresented, .strangerPresented, .issuerTwice, .shuffled, .renewedIssuer:
      nil
    }
  }
}
