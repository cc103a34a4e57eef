import AppleIntegrity
import Foundation
import Testing

@Suite("The code signature of an executable")
struct CodeSignatureTests {
  @Test("Identifier, team, signer and entitlement are read", arguments: [false, true])
  func read(isUniversal: Bool) throws {
    var file = MachO(team: "A1B2C3D4E5", allowsDebugger: true)
    file.isUniversal = isUniversal
    let signature = try #require(file.signature)
    #expect(signature.identifier == "org.example.friday")
    #expect(signature.team == "A1B2C3D4E5")
    #expect(!signature.isAdHoc)
    #expect(signature.allowsDebugger)
  }

  @Test("A directory that the kernel may prefer and that differs is told", arguments: [UInt32(0x1000), 0x1004])
  func alternates(slot: UInt32) throws {
    let mine = MachO(team: "A1B2C3D4E5")
    var other = mine
    other.identifier = "org.example.other"
    for changed in [MachO(team: "ZZZZZZZZZZ"), MachO(team: nil, flags: 2), other] {
      var file = mine
      file.alternates = [MachO.Part(number: 0x1000, file: mine), MachO.Part(number: slot, file: changed)]
      let signature = try #require(file.signature)
      #expect(signature.isContradictory && signature.team == "A1B2C3D4E5")
    }
    var same = mine
    same.alternates = [MachO.Part(number: slot, file: mine)]
    #expect(same.signature?.isContradictory == false)
  }

  @Test("Of a universal file the parts for this processor count: others say nothing, two of its own must agree")
  func universal() throws {
    var file = MachO(team: "A1B2C3D4E5")
    file.isUniversal = true
    file.parts = [MachO.Part(number: 0x7, file: MachO(team: "ZZZZZZZZZZ"))]
    let signature = try #require(file.signature)
    #expect(signature.team == "A1B2C3D4E5" && !signature.isContradictory)
    file.parts = [MachO.Part(number: CodeSignature.processor, file: MachO(team: "ZZZZZZZZZZ"))]
    #expect(file.signature?.isContradictory == true)
  }

  @Test("An ad-hoc signature has no team, one from before teams neither")
  func adHoc() throws {
    let adHoc = try #require(MachO(team: nil, flags: 2).signature)
    #expect(adHoc.isAdHoc)
    #expect(adHoc.team == nil)
    var old = MachO(team: "A1B2C3D4E5")
    old.version = 0x2_0100
    #expect(try #require(old.signature).team == nil)
    #expect(try #require(MachO(team: "A1B2C3D4E5").signature).allowsDebugger == false)
  }

  @Test("A file is read from the disk, and what is no executable gives nothing")
  func files() throws {
    let path = NSTemporaryDirectory() + "signed-\(UUID().uuidString)"
    try Data(MachO(team: "A1B2C3D4E5").bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(CodeSignature(ofFile: path)?.team == "A1B2C3D4E5")
    #expect(CodeSignature(ofFile: path + ".gone") == nil)
    #expect(CodeSignature(ofFile: "/etc/hosts") == nil)
    #expect(MachO.read([]) == nil)
  }

  @Test("No changed or shortened byte crashes the reader or makes it run on")
  func damaged() {
    let bytes = MachO(team: "A1B2C3D4E5", allowsDebugger: true).bytes
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] ^= change
        _ = MachO.read(damaged)
      }
      _ = MachO.read(Array(bytes[..<index]))
    }
    var endless = bytes
    // A command that is no longer than nothing would be met again and again.
    endless.replaceSubrange(36..<40, with: [0, 0, 0, 0])
    #expect(MachO.read(endless) == nil)
  }

  @Test("Every cut before the team's last letter gives no signature of that team")
  func cut() throws {
    let bytes = MachO(team: "A1B2C3D4E5").bytes
    let end = try #require(bytes.firstRange(of: Array("A1B2C3D4E5".utf8))).upperBound
    for length in 0...end { #expect(MachO.read(Array(bytes[..<length]))?.team != "A1B2C3D4E5") }
  }
}
