import Crypto

/// A receipt as Apple's fraud service makes them, by the authority of a ``TestAppAttest``.
package struct TestReceipt {
  package let sample: TestAppAttest
  package let signerKey = TestAuthority.Key.p256(P256.Signing.PrivateKey())
  package var kind = "ATTEST"
  /// As Apple writes it, `production` or `sandbox`; nil leaves the field out.
  package var environment: String? = "production"
  /// ``TestAppAttest/now``.
  package var created = "2026-05-28T20:26:40.000Z"
  package var expires = "2026-08-26T20:26:40.000Z"
  /// Bytes of the payload's first chunk.
  package var chunk = 100

  package init(_ sample: TestAppAttest) { self.sample = sample }

  package func payload() throws -> [UInt8] {
    func field(_ type: Int64, _ bytes: [UInt8]) -> [UInt8] {
      DERWriter.sequence(DERWriter.integer(type), DERWriter.integer(1), DERWriter.octets(bytes))
    }
    return DERWriter.set(
      field(2, Array(sample.appID.utf8)), field(3, try sample.leaf(sample.authenticatorData)),
      field(6, Array(kind.utf8)) + (environment.map { field(7, Array($0.utf8)) } ?? []),
      field(12, Array(created.utf8)), field(21, Array(expires.utf8)))
  }

  /// PKCS#7 as Apple writes it: indefinite lengths, the payload in two chunks.
  package func bytes() throws -> [UInt8] {
    let payload = try payload()
    let name = TestAuthority.name("root")
    let signer = try TestAuthority.certificate(
      subject: TestAuthority.name("signer"), key: signerKey.publicKey, issuer: name, issuerKey: sample.rootKey,
      serial: 9, extensions: [TestAuthority.constraint(isAuthority: false)])
    let sha256 = DERWriter.sequence(
      DERWriter.name([0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 2, 1]), DERWriter.null)
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let info = DERWriter.sequence(
      DERWriter.integer(1), DERWriter.sequence(name, DERWriter.integer(9)), sha256,
      DERWriter.sequence(DERWriter.name(TestAuthority.ecdsa + [2])), DERWriter.octets(try signerKey.sign(payload, 2)))
    let chunks = DERWriter.octets(Array(payload[..<chunk])) + DERWriter.octets(Array(payload[chunk...]))
    return DERWriter.indefinite(
      0x30, DERWriter.name(pkcs7 + [2]),
      DERWriter.indefinite(
        0xA0,
        DERWriter.indefinite(
          0x30, DERWriter.integer(1), DERWriter.set(sha256),
          DERWriter.indefinite(
            0x30, DERWriter.name(pkcs7 + [1]), DERWriter.indefinite(0xA0, DERWriter.indefinite(0x24, chunks))),
          DERWriter.indefinite(0xA0, signer, sample.root), DERWriter.set(info))))
  }
}
