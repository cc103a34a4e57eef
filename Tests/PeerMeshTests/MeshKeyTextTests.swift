import Foundation
import PeerMesh
import Redaction
import SecurityTesting
import Testing
import UntrustedInput

@Suite struct MeshKeyTextTests {
  private static let seed = "takcan-mesh-psk://" + Base64URL.encode(Crew.bytes("key 1"))

  private static func text(_ key: MeshKey) -> String {
    MeshKeyText.exposedText(of: key).withExposedBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A key comes back from our text with all that belongs to it`() throws {
    for authority in [nil, try Crew.signer(1).publicKey, try EnclaveLikeSigner().publicKey] {
      let key = try Crew.key(
        mission: "Nördlinger Ries", epoch: 7, notBefore: 5, notAfter: Crew.start, authority: authority)
      let pending = try MeshKeyText.read(Self.text(key), now: Crew.start)
      #expect(pending.mission == "Nördlinger Ries" && pending.epoch == 7 && pending.authority == authority)
      let read = try pending.confirm(fingerprint: key.fingerprint.description)
      #expect(read.id == key.id && read.notBefore == 5 && read.notAfter == Crew.start)
      #expect(read.withExposedKey { Array($0) } == Crew.bytes("key 1"))
    }
  }

  @Test func `A key is usable only after its fingerprint or its words were confirmed`() throws {
    let pending = try MeshKeyText.read(Self.seed, now: 0)
    #expect(throws: MeshError.fingerprintMismatch) { try pending.confirm(fingerprint: "") }
    #expect(throws: MeshError.fingerprintMismatch) { try pending.confirm(fingerprint: "0000 0000 0000 0000") }
    let digits = pending.fingerprint.description
    #expect(try pending.confirm(fingerprint: digits.uppercased().filter { $0 != " " }).mission == "mission")
    #expect(pending.fingerprint.words.split(separator: " ").count == 8)
    #expect(try pending.confirm(fingerprint: pending.fingerprint.words).suite == .noise)
  }

  @Test func `The fingerprint covers the key and everything that came with it`() throws {
    let prints = try [
      Crew.key(), Crew.key(2), Crew.key(mission: "rescue"), Crew.key(epoch: 2), Crew.key(notBefore: 1),
      Crew.key(notAfter: 1), Crew.key(authority: Crew.signer(1).publicKey), Crew.key(suite: .seed),
    ].map(\.fingerprint)
    #expect(Set(prints).count == prints.count)
  }

  @Test func `Hostile texts of the seed's form are refused`() throws {
    let coded = String(Self.seed.dropFirst("takcan-mesh-psk://".count))
    // The last character of 43 carries two bits that must be zero.
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let final = try #require(coded.last)
    let last = try #require(alphabet.firstIndex(of: final))
    let stray = String(coded.dropLast()) + String(alphabet[last ^ 1])
    let other = String(coded.replacing("-", with: "+").replacing("_", with: "/").dropLast())
    let scheme = "takcan-mesh-psk://"
    let wrongCodes: [String] = [
      other + "+", stray, "%41" + String(coded.dropFirst(3)), String(coded.dropLast()) + "é", "user@" + coded,
      String(repeating: "A", count: 43), String(repeating: "A", count: 1_000_000), coded + "A", coded + "=",
      coded + "?x=1", coded + "#x", coded + "/", coded + " ", coded + "\n", String(coded.dropLast()), "",
    ]
    var texts: [String] = wrongCodes.map { scheme + $0 }
    texts += ["", coded, "takcan-mesh-psk:" + coded, "takcan-mesh-psk:///" + coded, "TAKCAN-mesh-psk://" + coded]
    texts += ["Takcan-mesh-psk://" + coded, " " + Self.seed, "mantlet-mesh-key:" + coded, "mantlet-mesh-key:"]
    texts.append(Self.seed + Self.seed)
    for text in texts {
      #expect(throws: MeshError.self, "\(text.prefix(80))") { try MeshKeyText.read(text, now: 0) }
    }
    #expect(throws: Never.self) { try MeshKeyText.read(Self.seed, now: 0) }
  }

  @Test func `Every altered character of our text is refused`() throws {
    let text = Array(Self.text(try Crew.key(authority: Crew.signer(1).publicKey)))
    for place in text.indices {
      var altered = text
      altered[place] = altered[place] == "A" ? "B" : "A"
      #expect(throws: MeshError.self) { try MeshKeyText.read(String(altered), now: 0) }
      #expect(throws: MeshError.self) { try MeshKeyText.read(String(text.prefix(place)), now: 0) }
    }
  }

  @Test func `An expired key and one of the seed's suite are refused`() throws {
    let key = try Crew.key(notAfter: 10)
    #expect(throws: Never.self) { try MeshKeyText.read(Self.text(key), now: 10) }
    #expect(throws: MeshError.keyExpired) { try MeshKeyText.read(Self.text(key), now: 11) }
    let seed = Self.text(try Crew.key(suite: .seed))
    #expect(throws: MeshError.suiteMismatch) { try MeshKeyText.read(seed, now: 0) }
    #expect(try MeshKeyText.read(seed, insecureSeedSuite: true, now: 0).suite == .seed)
  }

  @Test func `Names with control, direction or invisible characters and overlong ones are refused`() {
    for name in ["", "a\u{202E}b", "a\nb", "a\u{200B}b", "a\u{0}b", "\u{2066}x", String(repeating: "x", count: 65)] {
      #expect(throws: MeshError.text(limit: 64)) { try Crew.key(mission: name) }
    }
    #expect(throws: Never.self) { try Crew.key(mission: "Übung 7 – 救助") }
  }

  @Test func `Zeros and other lengths are no key`() {
    for bytes in [[UInt8](repeating: 0, count: 32), [1], [UInt8](repeating: 1, count: 33)] {
      #expect(throws: MeshError.self) { try MeshKey(Secret(copying: bytes), mission: "x") }
    }
  }

  @Test func `Random bytes behind the prefix never pass`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(throws: MeshError.self) { try MeshKeyText.read("mantlet-mesh-key:" + Base64URL.encode(bytes), now: 0) }
    }
  }
}
