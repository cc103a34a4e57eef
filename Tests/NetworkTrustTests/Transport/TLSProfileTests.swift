import NetworkTrust
import SecurityPolicy
import Testing

struct TLSProfileTests {
  @Test(
    "Every name has a profile, with forward secrecy and authenticated encryption only",
    arguments: TLSProfileName.allCases)
  func profiles(name: TLSProfileName) {
    let profile = TLSProfile(name)
    #expect(profile.name == name && !profile.source.isEmpty)
    // RSA key exchange, CBC and SHA-1 suites have other numbers.
    let modern: Set<UInt16> = [0x1301, 0x1302, 0x1303, 0xC02B, 0xC02C, 0xC02F, 0xC030, 0xCCA8, 0xCCA9]
    #expect(modern.isSuperset(of: profile.cipherSuites))
    #expect(!profile.signatureSchemes.contains(0x0201) && !profile.signatureSchemes.contains(0x0203))
    #expect(Set(profile.groups).count == profile.groups.count)
    #expect(profile.cipherSuitesOfTLS12.allSatisfy { $0 >= 0xC000 })
  }

  @Test("BSI's profile has nothing that the guideline does not list")
  func guideline() {
    let profile = TLSProfile(.tr02102)
    #expect(Set(profile.groups) == [0x17, 0x18])
    #expect(!profile.cipherSuites.contains { [0x1303, 0xCCA8, 0xCCA9].contains($0) })
    #expect(!profile.signatureSchemes.contains(0x0807))
  }
}
