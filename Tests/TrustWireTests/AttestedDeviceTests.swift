import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct AttestedDeviceTests {
  @Test("Attested facts survive the way through their text, said or unsaid", arguments: [false, true])
  func roundTrip(isFull: Bool) throws {
    var device = AttestedDevice(kind: .androidKey, platform: .android, verifiedAt: 9)
    if isFull {
      device.osVersion = "15"
      device.patchLevel = "2025-08"
      device.vendorPatchLevel = "2025-08-05"
      device.bootPatchLevel = "2025-08-05"
      device.bootState = .selfSigned
      device.isLocked = false
      device.keyStorage = .strongBox
      device.apps = ["org.example.app"]
      device.teamID = "ABCDE12345"
      device.signingDigests = [String(repeating: "0f", count: 32)]
      device.isProduction = true
      device.category = .testFlight
      device.isResigned = true
      device.isAppRecognised = false
      device.isDeviceSound = true
    }
    let bytes = JSONWriter().bytes(device.node)
    #expect(try AttestedDevice(node: try JSONReader().read(bytes)) == device)
  }

  @Test(
    "A word outside of its set is refused", arguments: ["kind", "bootState", "keyStorage", "isLocked", "isResigned"])
  func words(member: String) throws {
    var members = AttestedDevice(kind: .appAttest, platform: .ios, verifiedAt: 9).node.members ?? []
    members.removeAll { $0.name == member }
    members.append(JSONMember(member, "other"))
    #expect(throws: WireError.missing(member: member)) { try AttestedDevice(node: JSONNode(.object(members))) }
  }
}
