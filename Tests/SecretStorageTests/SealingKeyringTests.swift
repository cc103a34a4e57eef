import Redaction
import SecretStorage
import SecurityTesting
import Testing

private func key(_ first: UInt8) throws -> SealingKey { try SealingKey(Secret(copying: (0..<32).map { $0 &+ first })) }

@Suite struct SealingKeyringTests {
  private let token: SecretName
  init() throws { token = try #require(SecretName("token")) }

  @Test("After a rotation new items are under the new key, and old ones open until their key is retired")
  func rotation() throws {
    var dice = SeededGenerator(seed: 1)
    let before = SealingKeyring(try key(0))
    let old = try before.seal(Secret(copying: [1, 2]), as: token, for: .secretFile, generation: 7, using: &dice)
    let during = before.rotated(to: try key(1))
    let new = try during.seal(Secret(copying: [3]), as: token, for: .secretFile, using: &dice)
    #expect(during.needsRotation(old) && !during.needsRotation(new))
    #expect(new.keyID == during.currentID && during.ids == [new.keyID, old.keyID])
    #expect(try bytes(during.open(old, as: token, for: .secretFile)) == [1, 2])

    let moved = try during.resealed(old, as: token, for: .secretFile, using: &dice)
    #expect(moved.generation == 7 && moved.keyID == during.currentID)
    let after = during.retiring(old.keyID)
    #expect(try bytes(after.open(moved, as: token, for: .secretFile)) == [1, 2])
    #expect(throws: StorageError.wrongKey(token)) { _ = try after.open(old, as: token, for: .secretFile) }
  }

  @Test("The current key cannot be retired, and a key is in the ring once")
  func bounds() throws {
    let ring = SealingKeyring(try key(0)).rotated(to: try key(1))
    #expect(ring.retiring(ring.currentID).ids == ring.ids)
    #expect(ring.adding(older: try key(0)).ids == ring.ids)
    #expect(ring.rotated(to: try key(0)).ids == ring.ids.reversed())
  }

  @Test("An item whose key id was exchanged for another of the ring is refused")
  func exchangedKeyID() throws {
    var dice = SeededGenerator(seed: 1)
    let ring = SealingKeyring(try key(0)).rotated(to: try key(1))
    var altered = try ring.seal(Secret(copying: [1]), as: token, for: .secretFile, using: &dice).bytes
    altered.replaceSubrange(5..<13, with: ring.ids[1].bytes)
    let item = try SealedItem(parsing: altered, as: token)
    #expect(item.keyID == ring.ids[1])
    #expect(throws: StorageError.corrupted(token)) { _ = try ring.open(item, as: token, for: .secretFile) }
  }

  @Test("Purposes of one key do not open each other's items, in whatever order they were first used")
  func purposes() throws {
    var dice = SeededGenerator(seed: 1)
    let ring = SealingKeyring(try key(0))
    let other = SealingPurpose("other")
    for purpose in [SealingPurpose.secretFile, other, .secretFile] {
      let item = try ring.seal(Secret(copying: [9]), as: token, for: purpose, using: &dice)
      #expect(try bytes(ring.open(item, as: token, for: purpose)) == [9])
      let wrong = purpose == other ? SealingPurpose.secretFile : other
      #expect(throws: StorageError.corrupted(token)) { _ = try ring.open(item, as: token, for: wrong) }
    }
  }
}
