#if LinuxClient
  extension PlainServer.Action {
    /// ServerHello of TLS 1.2 with ECDHE-ECDSA-AES128-GCM-SHA256, and Certificate: nobody has to hold a key for that, and a
    /// client judges what it is shown before it asks for more. Source: RFC 5246, section 7.4.
    /// - Parameter chain: DER, leaf first.
    static func showing(_ chain: [[UInt8]]) -> Self {
      func sized(_ width: Int, _ bytes: [UInt8]) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
      }
      let extensions: [UInt8] = [0xFF, 1, 0, 1, 0]  // renegotiation_info
      let suite: [UInt8] = [0xC0, 0x2B]
      let hello = [3, 3] + [UInt8](repeating: 9, count: 32) + [0] + suite + [0] + sized(2, extensions)
      let certificates = chain.flatMap { sized(3, $0) }
      let messages = [2] + sized(3, hello) + [11] + sized(3, sized(3, certificates))
      return .answer([22, 3, 3] + sized(2, messages))
    }
  }
#endif
