import NetworkTrust
import Security

extension TrustRefusal {
  /// What the system's refusal means. Whatever has no word of its own keeps its number.
  init(status: OSStatus) {
    self =
      switch status {
      case errSecCertificateExpired: .expired
      case errSecCertificateNotValidYet: .notYetValid
      case errSecHostNameMismatch: .wrongName
      case errSecInvalidExtendedKeyUsage: .notForServers
      case errSecUnsupportedKeySize: .weakKey
      case errSecInvalidDigestAlgorithm: .weakSignature
      case errSecNotTrusted, errSecCreateChainFailed: .unknownIssuer
      case errSecDecode: .unreadable
      default: .platform(code: status)
      }
  }
}
