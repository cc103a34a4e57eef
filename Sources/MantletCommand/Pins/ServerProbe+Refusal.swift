#if Server && os(Linux) && LinuxClient
  import ArgumentParser
  import NetworkTrust

  /// Why a server showed no certificate, in words that say what happened and what can be done about it.
  extension ServerProbe {
    /// What apps take of a server, and so does the probe.
    private static let keys = "RSA, P-256, P-384, P-521 or Ed25519"

    static func stop(_ error: NetworkError, at endpoint: Endpoint, after seconds: Int) -> ExitCode {
      let server = endpoint.authority
      return switch error {
      case .secureChannelRefused:
        ExitStatus.stop(
          """
          \(server) was reached, and the TLS handshake ended before a certificate came: this name, our ciphers or our kinds \
          of key do not suit it. Apps could not talk to it either; it needs a certificate for this name with a key of \
          \(keys). The pin of one that it has: mantlet pin ./FILE
          """, ExitStatus.unreadable)
      case .untrusted(.unsupportedKey), .malformedCertificate:
        ExitStatus.stop(
          """
          \(server) was reached and shows a certificate that cannot be read: \(error). Apps could not talk to it either; it \
          needs one with a key of \(keys)
          """, ExitStatus.unreadable)
      case .oldTLS:
        ExitStatus.stop(
          "\(server) was reached and speaks no TLS 1.2 or 1.3, so apps refuse it; it has to be set up for these",
          ExitStatus.unreadable)
      case .notTLS:
        ExitStatus.stop(
          "\(server) was reached and does not speak TLS: name the port that it serves https on", ExitStatus.unreadable)
      case .timeout:
        ExitStatus.stop(
          """
          \(server) took the connection and showed no certificate within \(seconds) s: name the port that it serves https \
          on, or give it longer with --timeout SECONDS
          """, ExitStatus.tryAgain)
      case .closed:
        ExitStatus.stop(
          "\(server) took the connection and closed it before a certificate came; try again later", ExitStatus.tryAgain)
      case .unreachable, .nameNotResolved: ExitStatus.stop("\(server): \(error)", ExitStatus.tryAgain)
      default: ExitStatus.stop("\(server): \(error)", ExitStatus.unreadable)
      }
    }
  }
#endif
