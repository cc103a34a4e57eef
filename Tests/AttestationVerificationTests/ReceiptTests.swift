import AttestationSamples
import AttestationVerification
import Crypto
import Foundation
import Testing

@Suite("Receipts, by an authority of this run")
struct ReceiptTests {
  let sample: TestAppAttest

  init() throws { sample = try TestAppAttest() }

  func receipt(chunk: Int = 100) throws -> [UInt8] {
    var receipt = TestReceipt(sample)
    receipt.chunk = chunk
    return try receipt.bytes()
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

  @Test("A receipt is accepted in the environments of its verifier alone")
  func environments() throws {
    let roots = [try AttestationRoot(certificate: sample.root)]
    func refusal(_ environment: String?, _ accepted: Set<AttestationEnvironment>) throws -> String? {
      var receipt = TestReceipt(sample)
      receipt.environment = environment
      let verifier = AppAttestVerifier(appIDs: [sample.appID], environments: accepted, receiptRoots: roots)
      return verify(verifier, try receipt.bytes()).refusedAt
    }
    #expect(try refusal("production", [.production]) == nil)
    #expect(try refusal("sandbox", [.development]) == nil)
    #expect(try refusal("sandbox", [.production]) == "environment")
    #expect(try refusal("production", [.development]) == "environment")
    #expect(try refusal("sandbox", [.production, .development]) == nil)
    for word in [nil, "", "development", "Production"] {
      #expect(try refusal(word, [.production, .development]) == "environment")
    }
  }

  @Test("An attestation carries a receipt of its own environment")
  func embedded() throws {
    var sample = sample
    let roots = [try AttestationRoot(certificate: sample.root)]
    let verifier = AppAttestVerifier(
      appIDs: [sample.appID], environments: [.production, .development], roots: roots, receiptRoots: roots)
    for (environment, refusedAt) in [("production", nil), ("sandbox", "receipt")] {
      var receipt = TestReceipt(sample)
      receipt.environment = environment
      sample.receipt = try receipt.bytes()
      let object = try sample.object()
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(
          attestation: object, keyID: nil, clientDataHash: sample.clientDataHash, now: TestAppAttest.now)
      }
      #expect(result.refusedAt == refusedAt, "\(result.error?.description ?? "")")
    }
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
