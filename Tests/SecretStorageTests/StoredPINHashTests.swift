import Redaction
import SecretStorage
import SecurityPolicy
import Testing

@Suite struct StoredPINHashTests {
  // SHA-256 of "4711", computed with Python's hashlib.
  private static let hex = "de650d61f5bd166a91f8ccec3158297db18b9d50eaedca238cd29dc3a214a916"
  private static let base64 = "3mUNYfW9FmqR+MzsMVgpfbGLnVDq7cojjNKdw6IUqRY="
  private static let raw = stride(from: 0, to: 64, by: 2).map { index in
    UInt8(hex.dropFirst(index).prefix(2), radix: 16) ?? 0
  }
  private static let forms = [Array(hex.utf8), Array(hex.uppercased().utf8), raw, Array(base64.utf8)]

  private func read(_ bytes: [UInt8]) throws -> StoredPINHash {
    try StoredPINHash(reading: Secret(copying: bytes), named: secretName("pin.hash"))
  }

  @Test("A hash of an older app is read in each form, knows its PIN, and needs an upgrade", arguments: forms)
  func legacy(_ form: [UInt8]) throws {
    let hash = try read(form)
    let (isOld, right) = (
      hash.needsUpgrade(to: .least), hash.verify(try makePIN("4711"), keyedWith: Secret(copying: []))
    )
    #expect(isOld)
    #expect(right == .holds)
    guard case .fails = hash.verify(try makePIN("4712"), keyedWith: Secret(copying: [])) else {
      Issue.record("another PIN did not fail")
      return
    }
    #expect(bytes(hash.secretForm()) == Self.raw)
  }

  @Test("Text of the right length that is no hash is refused")
  func strict() throws {
    let texts: [String] = [
      "g" + Self.hex.dropFirst(), "0x" + Self.hex.dropFirst(2), Self.base64.dropLast() + "A",
      "-" + Self.base64.dropFirst(),
      // The last digit before the padding carries two bits that must be zero.
      Self.base64.dropLast(2) + "X=", Self.hex + "\n", String(Self.base64.dropLast()), "",
    ]
    for text in texts {
      #expect(throws: StorageError.unreadableValue(try secretName("pin.hash"))) { _ = try read(Array(text.utf8)) }
    }
  }
}
