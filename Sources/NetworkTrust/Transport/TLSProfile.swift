import SecurityPolicy

/// What a transport offers in a TLS handshake: code points of the IANA registry, most wanted first.
///
/// A profile is dated and is not edited: what a later edition allows or takes away is another profile, so that a policy
/// that names one means the same next year.
///
/// Not protected: a platform may be unable to leave a TLS 1.3 suite out. BoringSSL always offers the three suites of
/// RFC 8446 that it has, so with TLS 1.3 a server may choose ChaCha20-Poly1305 although a profile does not list it, and
/// what it sends is read. With TLS 1.2 the profile is kept.
///
/// Not claimed: conformance with TR-02102-2, which also asks something of certificates; see ``tr02102``.
///
/// Source: IANA TLS parameters; TR-03161-1 O.Ntwk_2.
public struct TLSProfile: Sendable, Hashable {
  public let name: TLSProfileName
  /// The document and edition that it was taken from.
  public let source: String
  /// For TLS 1.2 and 1.3.
  public let cipherSuites: [UInt16]
  /// For key exchange.
  public let groups: [UInt16]
  /// Offered for the server's signature in the handshake and for those of its certificates. The former is held to it;
  /// certificates are judged by ``TrustEvaluation``, whose rules are others.
  public let signatureSchemes: [UInt16]

  /// The profile that a policy names.
  public init(_ name: TLSProfileName) {
    switch name {
    case .tr02102: self = .tr02102
    case .broad: self = .broad
    }
  }

  private init(
    name: TLSProfileName, source: String, cipherSuites: [UInt16], groups: [UInt16],
    signatureSchemes: [UInt16]
  ) {
    self.name = name
    self.source = source
    self.cipherSuites = cipherSuites
    self.groups = groups
    self.signatureSchemes = signatureSchemes
  }

  /// The suites for TLS 1.2 among ``cipherSuites``.
  public var cipherSuitesOfTLS12: [UInt16] { cipherSuites.filter { $0 >> 8 != 0x13 } }

  /// What BSI TR-02102-2 recommends, cut down to what mobile platforms have: forward secrecy and AES-GCM, NIST curves.
  ///
  /// Compared with the guideline's tables as BSI's own test tool held them in November 2026 (those that recommend until
  /// 2029 and beyond): every suite and group here, and every signature but the last three, is listed there. Left out
  /// although listed: CBC and CCM suites, finite fields, Brainpool curves, and RSA-PSS with keys of their own.
  /// Those tables name no edition, and the text of none was read.
  ///
  /// Beyond the guideline, and needed today: it recommends RSA PKCS #1 v1.5 until the end of 2025 only, but most
  /// certificates of public authorities are signed with it, and TLS 1.2 has servers that sign with nothing else; TLS 1.3
  /// allows it for certificates alone. The guideline also asks for RSA keys of 3000 bits; ``TrustEvaluation`` takes 2048.
  /// Whoever has to meet it gives the server an ECDSA key and pins that.
  ///
  /// Source: BSI-Bund/TaSK, TR-02102-2-TLS1.2-PARAMETERS, -TLS1.3-PARAMETERS and -TLS-MINIMUM-KEY-LENGTH (tables 1, 5, 6
  /// and 9 to 13 of the guideline).
  public static let tr02102 = TLSProfile(  // O.Ntwk_2#540
    name: .tr02102, source: "BSI TR-02102-2, tables until 2029 and beyond, as in BSI-Bund/TaSK, read 2026-11",
    cipherSuites: [
      0x1302, 0x1301,  // AES-256-GCM, AES-128-GCM of TLS 1.3
      0xC02C, 0xC030,  // ECDHE with ECDSA, RSA: AES-256-GCM
      0xC02B, 0xC02F,  // ECDHE with ECDSA, RSA: AES-128-GCM
    ],
    groups: [0x0017, 0x0018, 0x0019],  // secp256r1, secp384r1, secp521r1
    signatureSchemes: [
      0x0403, 0x0503, 0x0603,  // ECDSA with P-256, P-384, P-521
      0x0804, 0x0805, 0x0806,  // RSA-PSS
      0x0401, 0x0501, 0x0601,  // RSA PKCS #1 v1.5
    ])

  /// What current platforms hold to be good beyond the first profile: hybrid key exchange with ML-KEM, X25519,
  /// ChaCha20-Poly1305, and servers with Ed25519 keys.
  public static let broad = TLSProfile(
    name: .broad, source: "RFC 9325 with draft-ietf-tls-ecdhe-mlkem, as of 2026-01",
    cipherSuites: [
      0x1302, 0x1301, 0x1303, 0xC02C, 0xC030, 0xC02B, 0xC02F,
      0xCCA9, 0xCCA8,  // ECDHE with ECDSA, RSA: ChaCha20-Poly1305
    ],
    groups: [
      0x11EC,  // X25519 with ML-KEM-768
      0x001D, 0x0017, 0x0018, 0x0019,  // x25519, secp256r1, secp384r1, secp521r1
    ],
    signatureSchemes: [
      0x0403, 0x0503, 0x0603, 0x0807, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601,  // 0603 P-521, 0807 Ed25519
    ])
}
