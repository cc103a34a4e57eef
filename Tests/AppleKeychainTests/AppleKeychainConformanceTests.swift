#if APPLE_EMULATION
  import AppleKeychain
  import SecretStorage
  import Security
  import SecurityTesting
  import Testing

  @Suite(.ownDevice) struct AppleKeychainConformanceTests {
    private let control = SecretStoreControl(
      lock: { _ in EmulatedDevice.current.lockScreen() },
      unlock: { _ in EmulatedDevice.current.unlock() },
      restart: { _ in EmulatedDevice.current.restart() },
      fill: { _ in EmulatedDevice.current.setFull(true) },
      makeRoom: { _ in EmulatedDevice.current.setFull(false) },
      removePasscode: { _ in EmulatedDevice.current.removePasscode() },
      changeBiometry: { _ in EmulatedDevice.current.changeBiometry() },
      prepareAnswer: { _, answer in
        switch answer {
        case .approve: EmulatedDevice.current.answer(.approve)
        case .cancel: EmulatedDevice.current.answer(.cancel)
        case .fail: EmulatedDevice.current.answer(.fail)
        }
      },
      asking: { ($0 as? AppleKeychain)?.asking("Test") ?? $0 },
      reopen: { _ in AppleKeychain(place) })

    @Test("The keychain keeps every claim of the conformance suite, and only what it never refuses is left out")
    func conformance() async {
      let report = await SecretStoreConformance.judge(control: control) {
        EmulatedDevice.current.reset()
        return AppleKeychain(place)
      }
      #expect(report.broken == [])
      #expect(report.notApplicable == [])
      #expect(report.held.count > 20)
    }

    @Test("The keychain's way to its owner keeps every claim, and none is left out")
    func ownerPresence() async {
      let report = await OwnerPresenceConformance.judge(control: control) {
        EmulatedDevice.current.reset()
        return AppleKeychain(place)
      }
      #expect(report.broken == [])
      #expect(report.notApplicable == [])
      #expect(report.held.count == 11)
    }
  }
#endif
