import AttestationSamples
import AttestationVerification
import Crypto
import Foundation
import Testing

@Suite("Receipts, by an authority of this run")
struct ReceiptTests {
  let sample: TestAppAttest
  let signerKey = TestAuthority.Key.p256(P256.Signing.PrivateKey())

  init() throws { sample = try TestAppAttest() }

  let created = "2026-05-28T20:26:40.000Z"

  func payload(kind: String = "ATTEST") throws -> [UInt8] {
    func field(_ type: Int64, _ bytes: [UInt8]) -> [UInt8] {
      DERWriter.sequence(DERWriter.integer(type), DERWriter.integer(1), DERWriter.octets(bytes))
    }
    return DERWriter.set(
      field(2, Array(sample.appID.utf8)), field(3, try sample.leaf(sample.authenticatorData)),
      field(6, Array(kind.utf8)), field(7, Array("production".utf8)), field(12, Array(created.utf8)),
      field(21, Array("2026-08-26T20:26:40.000Z".utf8)))
  }

  /// PKCS#7 as Apple writes it: indefinite lengths, the payload in two chunks.
  func receipt(chunk: Int = 100, kind: String = "ATTEST") throws -> [UInt8] {
    let payload = try payload(kind: kind)
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

  func verifier() throws -> AppAttestVerifier {
    let root = try AttestationRoot(certificate: sample.root)
    return try sample.verifier(receiptRoots: [root])
  }

  func verify(
    _ verifier: AppAttestVerifier, _ bytes: [UInt8], key: [UInt8]? = nil, after seconds: Double = 0
  ) -> (verified: VerifiedAppReceipt?, refusedAt: String?, error: AttestationError?) {
    outcome { () throws(AttestationError) in
      try verifier.verify(receipt: bytes, publicKey: key, now: TestAppAttest.now.addingTimeInterval(seconds))
    }
  }

  @Test("A receipt in chunks of BER is accepted, however it is cut")
  func chunks() throws {
    for chunk in [1, 100, 127, 128, 255] {
      let result = verify(try verifier(), try receipt(chunk: chunk))
      #expect(result.verified?.kind == .attestation, "\(result.error?.description ?? "")")
      #expect(result.verified?.publicKey == Array(sample.key.publicKey.x963Representation))
    }
  }

  @Test("A receipt is refused when old, for another key, and under another root")
  func refused() throws {
    let (verifier, bytes) = (try verifier(), try receipt())
    #expect(verify(verifier, bytes, after: 301).refusedAt == "timestamp")
    #expect(verify(verifier, bytes, after: -301).refusedAt == "timestamp")
    #expect(verify(verifier, bytes, key: [4]).refusedAt == "keyId")
    #expect(verify(try ReceiptTests().verifier(), bytes).refusedAt == "root")
  }

  @Test("No changed byte of a receipt is accepted")
  func flipped() throws {
    let (verifier, bytes) = (try verifier(), try receipt())
    for index in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(verify(verifier, changed).refusedAt != nil, "byte \(index)")
    }
  }
}
