#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import Foundation
  import SecurityPolicy
  import Testing

  @Suite("Which system this is", .ownPhone)
  struct AppleSystemTests {
    @Test("The version is written as the system writes it")
    func version() {
      let system = { (major, minor, patch) in
        AppleSystem(version: OperatingSystemVersion(majorVersion: major, minorVersion: minor, patchVersion: patch))
      }
      #expect(system(18, 4, 1).system()?.version == "18.4.1")
      #expect(system(26, 0, 0).system()?.version == "26.0")
      #expect(system(26, 0, 0).system()?.platform == .ios)
      #expect(system(26, 0, 0).system()?.patchLevel == nil)
      #expect(system(26, 0, 0).major == 26)
      #expect(system(0, 0, 0).system() == nil)
    }
  }
#endif
