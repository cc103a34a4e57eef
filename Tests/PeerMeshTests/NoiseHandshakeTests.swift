import Crypto
import Foundation
import PeerMesh
import Testing

@Suite struct NoiseHandshakeTests {
  private struct File: Decodable { let vectors: [Vector] }
  private struct Vector: Decodable {
    struct Message: Decodable { let payload, ciphertext: String }
    let protocol_name, init_prologue, init_ephemeral, resp_prologue, resp_ephemeral, handshake_hash: String
    let init_psks, resp_psks: [String]
    let messages: [Message]
  }

  private static func side(
    _ ephemeral: [UInt8], psk: [UInt8] = Crew.bytes("psk"), prologue: [UInt8] = []
  ) throws -> NoiseHandshake {
    NoiseHandshake(
      preSharedKey: SymmetricKey(data: psk), prologue: prologue,
      ephemeral: try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ephemeral))
  }

  @Test func `Messages, hash and transport keys are those of an independent implementation`() throws {
    let file = try JSONDecoder().decode(File.self, from: SeedSuiteTests.vectors("noise.json"))
    #expect(file.vectors.count == 2)
    let bytes = SeedSuiteTests.bytes
    for vector in file.vectors {
      #expect(vector.protocol_name == NoiseHandshake.protocolName)
      var first = try Self.side(
        bytes(vector.init_ephemeral), psk: bytes(vector.init_psks[0]), prologue: bytes(vector.init_prologue))
      var second = try Self.side(
        bytes(vector.resp_ephemeral), psk: bytes(vector.resp_psks[0]), prologue: bytes(vector.resp_prologue))
      let (hello, answer) = (vector.messages[0], vector.messages[1])
      #expect(try first.writeFirst(payload: bytes(hello.payload)) == bytes(hello.ciphertext))
      #expect(try second.readFirst(bytes(hello.ciphertext)) == bytes(hello.payload))
      #expect(try second.writeSecond(payload: bytes(answer.payload)) == bytes(answer.ciphertext))
      #expect(try first.readSecond(bytes(answer.ciphertext)) == bytes(answer.payload))
      #expect(first.hash == bytes(vector.handshake_hash) && second.hash == first.hash)
      let keys = first.split()
      #expect(second.split() == keys)
      for (place, message) in vector.messages.enumerated().dropFirst(2) {
        let nonce = try AES.GCM.Nonce(data: [0, 0, 0, 0] + Adversary.big(UInt64(place / 2 - 1)))
        let box = try AES.GCM.seal(
          bytes(message.payload), using: place % 2 == 0 ? keys.initiator : keys.responder, nonce: nonce)
        #expect(Array(box.ciphertext + box.tag) == bytes(message.ciphertext))
      }
    }
  }

  @Test func `Every altered byte of either message fails the proof`() throws {
    for place in 0..<NoiseHandshake.messageByteCount {
      var (first, second) = (try Self.side(Crew.bytes("a")), try Self.side(Crew.bytes("b")))
      var hello = try first.writeFirst()
      var victim = second
      let answer = try {
        _ = try second.readFirst(hello)
        return try second.writeSecond()
      }()
      hello[place] ^= 1
      #expect(throws: MeshRefusal.proofFailed) { try victim.readFirst(hello) }
      var altered = answer
      altered[place] ^= 1
      #expect(throws: MeshRefusal.proofFailed) { try first.readSecond(altered) }
    }
  }

  @Test func `Another key and another prologue fail the proof`() throws {
    var first = try Self.side(Crew.bytes("a"))
    let hello = try first.writeFirst()
    var stranger = try Self.side(Crew.bytes("b"), psk: Crew.bytes("other"))
    #expect(throws: MeshRefusal.proofFailed) { try stranger.readFirst(hello) }
    var elsewhere = try Self.side(Crew.bytes("b"), prologue: [1])
    #expect(throws: MeshRefusal.proofFailed) { try elsewhere.readFirst(hello) }
  }

  @Test func `Our own ephemeral key is refused, and what is too short`() throws {
    var first = try Self.side(Crew.bytes("a"))
    let hello = try first.writeFirst()
    #expect(throws: MeshRefusal.reflected) { try first.readSecond(hello) }
    #expect(throws: MeshRefusal.malformed) { try first.readSecond(Array(hello.dropLast())) }
  }

  /// Who holds the shared key, and says a key whose agreement comes to zero with every other one.
  private struct SmallOrder {
    static let key = [UInt8](repeating: 0, count: 32)
    private var (chain, hash, sealing) = (
      Array(NoiseHandshake.protocolName.utf8), Array(NoiseHandshake.protocolName.utf8), [UInt8]()
    )

    init() {
      mixHash([])
      let mixed = derived(Crew.bytes("psk"), 3)
      chain = mixed[0]
      mixHash(mixed[1])
    }

    private mutating func mixHash(_ bytes: [UInt8]) { hash = Array(SHA256.hash(data: hash + bytes)) }

    /// HKDF as Noise has it, section 4.3.
    private func derived(_ material: [UInt8], _ count: UInt8) -> [[UInt8]] {
      func code(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
      }
      let secret = code(chain, material)
      return (1...count).reduce(into: []) { $0.append(code(secret, ($0.last ?? []) + [$1])) }
    }

    mutating func mixKey(_ material: [UInt8]) {
      let mixed = derived(material, 2)
      (chain, sealing) = (mixed[0], mixed[1])
    }

    mutating func hear(_ message: [UInt8]) {
      mixHash(Array(message.prefix(32)))
      mixKey(Array(message.prefix(32)))
      mixHash(Array(message.dropFirst(32)))
    }

    mutating func say(agreeing: Bool) throws -> [UInt8] {
      mixHash(Self.key)
      mixKey(Self.key)
      if agreeing { mixKey([UInt8](repeating: 0, count: 32)) }
      let box = try AES.GCM.seal(
        [UInt8](), using: SymmetricKey(data: sealing), nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)),
        authenticating: hash)
      return Self.key + Array(box.tag)
    }
  }

  @Test func `A key of small order is refused although whoever says it holds the shared key`() throws {
    var (first, insider) = (try Self.side(Crew.bytes("a")), SmallOrder())
    insider.hear(try first.writeFirst())
    let answer = try insider.say(agreeing: true)
    #expect(throws: MeshRefusal.proofFailed) { try first.readSecond(answer) }
    var (second, caller) = (try Self.side(Crew.bytes("b")), SmallOrder())
    // Its tag is right, and nothing was agreed yet.
    #expect(try second.readFirst(caller.say(agreeing: false)).isEmpty)
    #expect(throws: MeshRefusal.proofFailed) { try second.writeSecond() }
  }
}
