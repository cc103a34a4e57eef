#if LinuxClient
  import NIOSSL

  /// A reason of BoringSSL's TLS library. A TLS alert that was received is 1000 and its number.
  ///
  /// Source: BoringSSL, include/openssl/ssl.h and err.h; RFC 8446, section 6.2.
  struct BoringSSLReason: Sendable, Hashable {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    /// - Returns: nil for an error of another library, or one without a code.
    init?(of error: BoringSSLInternalError) {
      let digits = error.description.drop { !$0.isNumber }.prefix { $0.isNumber }
      // The packed code: the library in the top byte (16 is TLS), the reason in the low twelve bits.
      guard error.description.hasPrefix("Error: "), let packed = UInt32(digits), packed >> 24 == 16 else { return nil }
      code = packed & 0xFFF
    }

    /// bad_certificate, unsupported_certificate, certificate_revoked, certificate_expired, certificate_unknown,
    /// unknown_ca, access_denied, certificate_required.
    static let aboutOurCertificate = Set([42, 43, 44, 45, 46, 48, 49, 116].map { BoringSSLReason(code: 1000 + $0) })
    /// WRONG_VERSION_NUMBER (what came is no TLS record), HTTP_REQUEST, HTTPS_PROXY_REQUEST.
    static let notTLS = Set([247, 155, 156].map { BoringSSLReason(code: $0) })
    /// EXCESSIVE_MESSAGE_SIZE: the certificates take more than 100 KiB.
    static let tooLarge = BoringSSLReason(code: 150)
  }
#endif
