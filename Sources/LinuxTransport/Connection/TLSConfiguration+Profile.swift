#if LinuxClient
  import NIOCore
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy

  extension TLSConfiguration {
    /// What a client offers under a policy. Certificates are judged by a callback and not by what stands here.
    ///
    /// - Parameter protocols: for ALPN, most wanted first; empty for a stream that names none.
    package static func client(_ requirement: NetworkRequirement, protocols: [String]) -> TLSConfiguration {
      let profile = TLSProfile(requirement.tlsProfile)
      var configuration = TLSConfiguration.makeClientConfiguration()
      switch requirement.minimumTLS {
      case .tls12: configuration.minimumTLSVersion = .tlsv12
      case .tls13: configuration.minimumTLSVersion = .tlsv13
      }
      // O.Ntwk_2#1
      configuration.cipherSuiteValues = profile.cipherSuitesOfTLS12.map(NIOTLSCipher.init(rawValue:))
      configuration.curves = profile.groups.map(NIOTLSCurve.init(rawValue:))
      configuration.verifySignatureAlgorithms = profile.signatureSchemes.map(SignatureAlgorithm.init(rawValue:))
      // The callback takes the place of these checks; without them it would not be called. Names are its matter alone: the
      // library would compare them once more and refuse a server that is to be known by another name than the dialled.
      configuration.certificateVerification = .noHostnameVerification
      configuration.trustRoots = .certificates([])
      configuration.applicationProtocols = protocols
      // A server that does not answer our goodbye holds the socket no longer than this.
      configuration.shutdownTimeout = .seconds(2)
      return configuration
    }
  }
#endif
