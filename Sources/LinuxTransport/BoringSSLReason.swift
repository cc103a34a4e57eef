#if LinuxClient
  import NIOSSL

  /// A reason of one of BoringSSL's libraries. A TLS alert that was received is 1000 and its number, of the TLS library.
  ///
  /// Source: BoringSSL, include/openssl/ssl.h and err.h; RFC 8446, section 6.2.
  struct BoringSSLReason: Sendable, Hashable {
    let library: UInt32
    let code: UInt32

    init(library: UInt32 = tls, code: UInt32) { (self.library, self.code) = (library, code) }

    /// - Returns: nil for an error without a code.
    init?(of error: BoringSSLInternalError) {
      let digits = error.description.drop { !$0.isNumber }.prefix { $0.isNumber }
      // The packed code: the library in the top byte, the reason in the low twelve bits.
      guard error.description.hasPrefix("Error: "), let packed = UInt32(digits) else { return nil }
      (library, code) = (packed >> 24, packed & 0xFFF)
    }

    private static let tls: UInt32 = 16
    /// EVP, X509, ASN1, EC, X509V3: what takes certificates and the keys in them apart.
    private static let certificateLibraries: Set<UInt32> = [6, 11, 12, 15, 20]
    /// CANNOT_PARSE_LEAF_CERT, CERT_LENGTH_MISMATCH.
    private static let unreadableCertificate = Set([272, 127].map { BoringSSLReason(code: $0) })
    /// DECODE_ERROR: of a certificate only where a library beside it says so.
    private static let decodeError = BoringSSLReason(code: 137)
    /// UNSUPPORTED_PROTOCOL, TLSV1_ALERT_PROTOCOL_VERSION.
    static let oldTLS = Set([240, 1070].map { BoringSSLReason(code: $0) })

    /// Whether these reasons of one failure mean that a presented certificate could not be read.
    static func meanUnreadableCertificate(_ reasons: Set<BoringSSLReason>) -> Bool {
      if !reasons.isDisjoint(with: unreadableCertificate) { return true }
      // A bad signature or key share has its own reason of the TLS library beside that of a key.
      let ofTLS = reasons.filter { $0.library == tls }
      return ofTLS.isSubset(of: [decodeError]) && reasons.contains { certificateLibraries.contains($0.library) }
    }

    /// EVP's UNSUPPORTED_ALGORITHM: the server's key is of a kind, or on a curve, that the library does not have. Which one
    /// it does not say, so a curve that is too small has no other name than a foreign one.
    static let unknownKey = BoringSSLReason(library: 6, code: 128)

    /// bad_certificate, unsupported_certificate, certificate_revoked, certificate_expired, certificate_unknown,
    /// unknown_ca, access_denied, certificate_required.
    static let aboutOurCertificate = Set([42, 43, 44, 45, 46, 48, 49, 116].map { BoringSSLReason(code: 1000 + $0) })
    /// handshake_failure.
    static let handshakeFailure = BoringSSLReason(code: 1040)
    /// WRONG_VERSION_NUMBER (what came is no TLS record), HTTP_REQUEST, HTTPS_PROXY_REQUEST.
    static let notTLS = Set([247, 155, 156].map { BoringSSLReason(code: $0) })
    /// EXCESSIVE_MESSAGE_SIZE: the certificates take more than 100 KiB.
    static let tooLarge = BoringSSLReason(code: 150)
  }
#endif
