#if LinuxClient
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting

  extension PinnedHTTPTransportTests {
    /// The root of these tests as the only anchor, and a pin of it or of the issuer below it.
    func trust(pinning pinned: [UInt8]? = nil) throws -> TrustEvaluation {
      try TrustEvaluation(
        anchors: .certificates([root.certificateDER]),
        pins: PinSet([
          ServerPin(certificateDER: pinned ?? issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
        ]))
    }
  }
#endif
