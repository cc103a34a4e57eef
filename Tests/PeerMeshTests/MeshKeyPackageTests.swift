import PeerMesh
import Redaction
import SecurityTesting
import Testing

@Suite struct MeshKeyPackageTests {
  private let now = Crew.start

  private func package(_ key: MeshKey, for number: Int = 1) throws -> String {
    try MeshKeyPackage.text(of: key, for: MeshDeviceCard(Crew.device(number)))
  }

  @Test func `The device opens what was sealed to its card, with all that belongs to the key`() throws {
    let key = try Crew.key(3, epoch: 4, notBefore: now - 1, notAfter: now + 1, authority: Crew.signer(7).publicKey)
    let text = try package(key)
    let pending = try MeshKeyPackage.read(text, by: Crew.device(1), now: now)
    let read = try pending.confirm(fingerprint: "\(key.fingerprint)")
    #expect(read.id == key.id && read.epoch == 4 && read.notAfter == now + 1 && read.authority == key.authority)
    // No two packages are the same.
    #expect(try package(key) != text)
  }

  @Test func `Another device, and whoever changed a bit, gets nothing`() throws {
    let text = try package(Crew.key())
    #expect(throws: MeshError.sealedForAnother) { try MeshKeyPackage.read(text, by: Crew.device(2), now: now) }
    let body = Array(text.dropFirst(MeshKeyPackage.prefix.count))
    // In the version, the recipient, the encapsulated key and the sealed record.
    for (place, error) in [
      (0, MeshError.newerKeyVersion(5)), (4, .sealedForAnother), (30, .keyChecksum), (90, .keyChecksum),
    ] {
      var changed = body
      changed[place] = changed[place] == "B" ? "C" : "B"
      #expect(throws: error) {
        try MeshKeyPackage.read(MeshKeyPackage.prefix + String(changed), by: Crew.device(1), now: now)
      }
    }
    for wrong in ["", MeshKeyPackage.prefix, MeshKeyPackage.prefix + "AAAA", " " + text, text + "="] {
      #expect(throws: MeshError.keyText(expected: MeshKeyPackage.prefix)) {
        try MeshKeyPackage.read(wrong, by: Crew.device(1), now: now)
      }
    }
  }

  @Test func `Outside of its time a key is taken neither from a package nor from a code`() throws {
    let key = try Crew.key(notBefore: now, notAfter: now + 10)
    let text = try package(key)
    let code = MeshKeyText.exposedText(of: key).withExposedBytes { String(decoding: $0, as: UTF8.self) }
    for (time, error) in [(now - 1, MeshError.keyNotYetValid), (now + 11, .keyExpired)] {
      #expect(throws: error) { try MeshKeyPackage.read(text, by: Crew.device(1), now: time) }
      #expect(throws: error) { try MeshKeyText.read(code, now: time) }
    }
    for time in [now, now + 10] {
      _ = try MeshKeyPackage.read(text, by: Crew.device(1), now: time)
      _ = try MeshKeyText.read(code, now: time)
    }
  }

  @Test func `A card is read as it was written, and a misread one is refused`() throws {
    let card = MeshDeviceCard(try Crew.device(1))
    #expect(try MeshDeviceCard(card.text) == card)
    let enclave = MeshDeviceCard(try Crew.device(2, signer: EnclaveLikeSigner()))
    #expect(try MeshDeviceCard(enclave.text) == enclave)
    var changed = Array(card.text)
    changed[40] = changed[40] == "A" ? "B" : "A"
    #expect(throws: MeshError.keyChecksum) { try MeshDeviceCard(String(changed)) }
    for wrong in ["", MeshDeviceCard.prefix, card.text + "\n", String(card.text.dropFirst())] {
      #expect(throws: MeshError.keyText(expected: MeshDeviceCard.prefix)) { try MeshDeviceCard(wrong) }
    }
  }
}
