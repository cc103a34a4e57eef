import Foundation
import PeerMesh
import Redaction
import SecurityTesting
import Testing

@Suite struct SeedSuiteTests {
  private struct Row: Decodable {
    let key, text, plain, box, challenge, answer: String
  }

  static func vectors(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/mesh")
    return try Data(contentsOf: folder.appending(path: name))
  }

  static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
  }

  @Test func `Boxes, answers and texts are those of an independent implementation`() throws {
    let rows = try JSONDecoder().decode([Row].self, from: Self.vectors("seed.json"))
    #expect(rows.count == 4)
    for row in rows {
      let pending = try MeshKeyText.read(row.text, insecureSeedSuite: true, now: 0)
      let key = try pending.confirm(fingerprint: pending.fingerprint.description)
      #expect(key.withExposedKey { Array($0) } == Self.bytes(row.key))
      let isSame = MeshKeyText.exposedSeedText(of: key).isEqual(to: row.text.utf8)
      #expect(isSame)
      let suite = try SeedSuite(insecureSeedSuite: key)
      #expect(suite.open(Self.bytes(row.box)) == Self.bytes(row.plain))
      #expect(suite.answer(to: Self.bytes(row.challenge)) == Self.bytes(row.answer))
      #expect(suite.isAnswer(Self.bytes(row.answer), to: Self.bytes(row.challenge)))
    }
  }

  @Test func `A box is nonce, ciphertext and tag, and every altered byte closes it`() throws {
    let suite = try SeedSuite(insecureSeedSuite: Crew.key(suite: .seed))
    var generator = SeededGenerator(seed: 3)
    let box = try suite.seal([1, 2, 3], using: &generator)
    #expect(box.count == 12 + 3 + 16)
    #expect(suite.open(box) == [1, 2, 3])
    for place in box.indices {
      var altered = box
      altered[place] ^= 1
      #expect(suite.open(altered) == nil)
    }
    #expect(suite.open(Array(box.prefix(27))) == nil)
    #expect(try SeedSuite(insecureSeedSuite: Crew.key(2, suite: .seed)).open(box) == nil)
  }

  @Test func `A challenge has 32 bytes, and the answer to another one is none`() throws {
    let suite = try SeedSuite(insecureSeedSuite: Crew.key(suite: .seed))
    var generator = SeededGenerator(seed: 4)
    let challenge = SeedSuite.challenge(using: &generator)
    let other = SeedSuite.challenge(using: &generator)
    let answer = try #require(suite.answer(to: challenge))
    #expect(!suite.isAnswer(answer, to: other))
    #expect(suite.answer(to: Array(challenge.dropLast())) == nil)
    #expect(!suite.isAnswer([], to: challenge))
  }

  @Test func `A key serves one suite: neither the seed's box nor our links take the other's`() throws {
    #expect(throws: MeshError.suiteMismatch) { try SeedSuite(insecureSeedSuite: Crew.key()) }
    #expect(throws: MeshError.suiteMismatch) { try MeshKeyring(Crew.key(suite: .seed)) }
  }
}
