#if LinuxClient
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityTesting
  import Testing

  struct SystemAnchorsTests {
    @Test("A missing file is not an empty set of anchors")
    func missing() {
      #expect(throws: NetworkError.anchorsUnavailable(errno: 2)) { try SystemAnchors.load(path: "/nonexistent.crt") }
    }

    @Test("A file without a certificate is no set of anchors")
    func empty() {
      #expect(throws: NetworkError.anchorsUnavailable(errno: 0)) { try SystemAnchors.load(path: "/dev/null") }
    }

    @Test(
      "A spoiled block costs no other certificate of the file",
      arguments: [
        "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nMIIB\n",
        "# CAcert Inc.\r\n\u{FF}",
      ])
    func spoiled(block: String) throws {
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      let good = try ["one", "two"].map {
        try TestAuthority(name: $0, notBefore: start, notAfter: start.addingTimeInterval(86_400)).certificateDER
      }
      let path = NSTemporaryDirectory() + "anchors-\(UInt64.random(in: 0 ... .max)).pem"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let text = FaultyChain.pem([good[0]]) + block + FaultyChain.pem([good[1]])
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try SystemAnchors.load(path: path) == .platform(good))
    }
  }
#endif
