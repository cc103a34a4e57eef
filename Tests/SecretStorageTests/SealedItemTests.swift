import Redaction
import SecretStorage
import SecurityTesting
import Testing

/// Hands out chosen bytes, so that a nonce is known.
private struct Counting: RandomNumberGenerator {
  var value: UInt64 = 0xA0
  mutating func next() -> UInt64 {
    defer { value += 1 }
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
    sealing: Secret(copying: text.utf8), as: name(), for: .secretFile, under: key(), using: &generator)
}

private func open(_ bytes: [UInt8], as text: String = "session.token") throws -> [UInt8] {
  try SealedItem(parsing: bytes, as: name(text)).open(as: name(text), for: .secretFile, under: key())
    .withExposedBytes { Array($0) }
}

@Suite struct SealedItemTests {
  // Computed with Python's cryptography 48 (HKDF, AESGCM) from the layout in the documentation.
  private static let vector =
    "5345414c01fdc5698ad587924fa0a1a2a3a4a5a6a7a8a9aaab"
    + "5905ec32504ca5b13476876d03d7eb557c1d52d81514f8b081a7"

  @Test("The envelope is byte for byte the one computed by another implementation")
  func knownAnswer() throws {
    let hex = try sealed().bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(hex == Self.vector)
    #expect(try open(sealed().bytes) == Array("opensesame".utf8))
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
    bytes[4] = 2
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

  @Test("A sealing key of another size is refused")
  func keySize() {
    #expect(throws: StorageError.keySize(31)) { _ = try SealingKey(Secret(count: 31) { _ in }) }
  }
}
