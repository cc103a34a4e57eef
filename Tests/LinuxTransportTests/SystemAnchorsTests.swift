#if LinuxClient
  import LinuxTransport
  import NetworkTrust
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
  }
#endif
