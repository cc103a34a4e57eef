import Redaction
import SecretStorage
import SecurityTesting
import Testing

/// Hands out words whose bytes count upwards, so that a nonce is known.
private struct Counting: RandomNumberGenerator {
  var value: UInt64 = 0xA7A6_A5A4_A3A2_A1A0
  mutating func next() -> UInt64 {
    defer { value += 0x0808_0808_0808_0808 }
    return value
  }
}

private func key(_ first: UInt8 = 0) throws -> SealingKey {
  try SealingKey(Secret(copying: (0..<32).map { $0 + first }))
}

private func name(_ text: String = "session.token") throws -> SecretName { try #require(SecretName(text)) }

private func sealed(_ text: String = "opensesame") throws -> SealedItem {
  var generator = Counting()
  return try SealedItem(
    sealing: Secret(copying: text.utf8), as: name(), for: .secretFile, generation: 0x0102_0304_0506_0708, under: key(),
    using: &generator)
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

private func open(_ bytes: [UInt8], as text: String = "session.token") throws -> [UInt8] {
  try SealedItem(parsing: bytes, as: name(text)).open(as: name(text), for: .secretFile, under: key())
    .withExposedBytes { Array($0) }
}

@Suite struct SealedItemTests {
  // Computed with Python's cryptography 48 (HKDF, AESGCM) from the layout in the documentation.
  private static let vector =
    "5345414c02fdc5698ad587924f0102030405060708a0a1a2a3a4a5a6a7a8a9aaab"
    + "5905ec32504ca5b134762c6043acc34bd742096de50928f846b0"
  private static let version1 =
    "5345414c01fdc5698ad587924fa0a1a2a3a4a5a6a7a8a9aaab"
    + "5905ec32504ca5b13476876d03d7eb557c1d52d81514f8b081a7"

  @Test("The envelope is byte for byte the one computed by another implementation")
  func knownAnswer() throws {
    #expect(try hex(sealed().bytes) == Self.vector)
    #expect(try open(sealed().bytes) == Array("opensesame".utf8))
    #expect(try sealed().generation == 0x0102_0304_0506_0708)
  }

  @Test("A key that was first used for another purpose has a key of its own for this one")
  func purposeKeys() throws {
    var generator = Counting()
    let used = try key()
    _ = try SealedItem(
      sealing: Secret(copying: [1]), as: name(), for: SealingPurpose("backup"), under: used, using: &generator)
    let item = try SealedItem(parsing: bytes(Self.vector), as: name())
    #expect(
      try item.open(as: name(), for: .secretFile, under: used).withExposedBytes { Array($0) }
        == Array("opensesame".utf8))
  }

  @Test("An item of version 1 opens, as generation 0, and none of its bits may change")
  func version1() throws {
    let old = bytes(Self.version1)
    #expect(try open(old) == Array("opensesame".utf8))
    #expect(try SealedItem(parsing: old, as: name()).generation == 0)
    for index in old.indices {
      var altered = old
      altered[index] ^= 1
      #expect(throws: StorageError.self, "byte \(index)") { try open(altered) }
    }
    for count in 0..<old.count { #expect(throws: StorageError.self) { try open(Array(old.prefix(count))) } }
  }

  @Test("A flipped bit in any byte is refused")
  func flippedBits() throws {
    let bytes = try sealed().bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var altered = bytes
        altered[index] ^= 1 << UInt8(bit)
        #expect(throws: StorageError.self, "byte \(index), bit \(bit)") { try open(altered) }
      }
    }
  }

  @Test("A cut or lengthened envelope is refused")
  func lengths() throws {
    let bytes = try sealed().bytes
    for count in 0..<bytes.count {
      #expect(throws: StorageError.corrupted(try name())) { try open(Array(bytes.prefix(count))) }
    }
    #expect(throws: StorageError.corrupted(try name())) { try open(bytes + [0]) }
  }

  @Test("A newer version byte is refused by name, version 0 is damage")
  func versions() throws {
    var bytes = try sealed().bytes
    bytes[4] = 3
    #expect(throws: StorageError.newerVersion(try name())) { try open(bytes) }
    bytes[4] = 0
    #expect(throws: StorageError.corrupted(try name())) { try open(bytes) }
  }

  @Test("An item under another name is refused")
  func renamed() throws {
    #expect(throws: StorageError.corrupted(try name("session.other"))) {
      try open(sealed().bytes, as: "session.other")
    }
  }

  @Test("An item opened for another purpose is refused")
  func otherPurpose() throws {
    #expect(throws: StorageError.corrupted(try name())) {
      _ = try sealed().open(as: name(), for: SealingPurpose("backup"), under: key())
    }
  }

  @Test("Another key is told apart from damage")
  func otherKey() throws {
    #expect(throws: StorageError.wrongKey(try name())) {
      _ = try sealed().open(as: name(), for: .secretFile, under: key(1))
    }
  }

  @Test("A secret over the limit is refused, one at the limit is not")
  func limit() throws {
    var generator = SeededGenerator(seed: 1)
    let most = Secret(count: SealedItem.secretLimit) { _ in }
    let item = try SealedItem(sealing: most, as: name(), for: .secretFile, under: key(), using: &generator)
    #expect(try open(item.bytes).count == SealedItem.secretLimit)
    #expect(throws: StorageError.tooLarge(limit: SealedItem.secretLimit)) {
      let more = Secret(count: SealedItem.secretLimit + 1) { _ in }
      _ = try SealedItem(sealing: more, as: name(), for: .secretFile, under: key(), using: &generator)
    }
  }

  @Test("Each nonce from the system's generator is new in every byte's place")
  func systemNonces() throws {
    var generator = SystemRandomNumberGenerator()
    let used = try key()
    let nonces = try (0..<256).map { _ in
      let item = try SealedItem(
        sealing: Secret(copying: [1]), as: name(), for: .secretFile, under: used, using: &generator)
      return Array(item.bytes[21..<33])
    }
    #expect(Set(nonces).count == 256)
    // 256 equal bytes in one place come once in 2^2040 runs.
    for place in 0..<12 { #expect(Set(nonces.map { $0[place] }).count > 1, "byte \(place)") }
  }

  @Test("A sealing key of another size is refused")
  func keySize() {
    #expect(throws: StorageError.keySize(31)) { _ = try SealingKey(Secret(count: 31) { _ in }) }
  }
}
