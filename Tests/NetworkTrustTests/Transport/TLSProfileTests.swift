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

  @Test("BSI's profile has nothing that the guideline does not list, but for the signature that certificates need")
  func guideline() {
    // Tables 1, 5, 6 and 9 to 12 of TR-02102-2: what is recommended until 2029 and beyond, with forward secrecy and
    // certificates.
    let suites: Set<UInt16> = [
      0x1301, 0x1302, 0x1304, 0xC023, 0xC024, 0xC02B, 0xC02C, 0xC0AC, 0xC0AD, 0xC027, 0xC028, 0xC02F, 0xC030, 0x0067,
      0x006B, 0x009E, 0x009F, 0xC09E, 0xC09F, 0x0040, 0x006A, 0x00A2, 0x00A3,
    ]
    let groups: Set<UInt16> = [23, 24, 25, 26, 27, 28, 31, 32, 33, 257, 258]
    let signatures: Set<UInt16> = [
      0x0804, 0x0805, 0x0806, 0x0809, 0x080A, 0x080B, 0x0403, 0x0503, 0x0603, 0x081A, 0x081B, 0x081C,
    ]
    let profile = TLSProfile(.tr02102)
    #expect(suites.isSuperset(of: profile.cipherSuites))
    #expect(groups.isSuperset(of: profile.groups))
    // Recommended until the end of 2025 only; the documentation says why they stay.
    #expect(Set(profile.signatureSchemes).subtracting(signatures) == [0x0401, 0x0501, 0x0601])
    // All three NIST curves of the tables, as groups and for signatures.
    #expect(profile.groups == [23, 24, 25])
    #expect(Set(profile.signatureSchemes).isSuperset(of: [0x0403, 0x0503, 0x0603]))
    #expect(!profile.cipherSuites.isEmpty && !profile.groups.isEmpty && profile.signatureSchemes.count > 3)
  }
}
