import SecretStorage
import Testing

@Suite struct LegacyShapeTests {
  @Test("Valet's service texts are those that its own source builds")
  func valetServices() {
    #expect(
      LegacyShape.valet(.valet(.whenUnlocked), identifier: "Login").service
        == "VAL_VALValet_initWithIdentifier:accessibility:_Login_AccessibleWhenUnlocked")
    #expect(
      LegacyShape.valet(.synchronizable(.afterFirstUnlock), identifier: "Login").service
        == "VAL_VALSynchronizableValet_initWithIdentifier:accessibility:_Login_AccessibleAfterFirstUnlock")
    #expect(
      LegacyShape.valet(.secureEnclave(.userPresence), identifier: "x").service
        == "VAL_VALSecureEnclaveValet_initWithIdentifier:accessibility:_x_AccessibleWhenPasscodeSetThisDeviceOnly")
    #expect(
      LegacyShape.valet(.singlePromptSecureEnclave(.biometricCurrentSet), identifier: "x").service
        == "VAL_VALSinglePromptSecureEnclaveValet_initWithIdentifier:accessibility:_x"
        + "_AccessibleWhenPasscodeSetThisDeviceOnly_AccessControlTouchIDCurrentFingerprintSet")
  }

  @Test("A shared Valet names the group in its service and the prefixed group as access group")
  func sharedValet() {
    let shape = LegacyShape.valet(.valet(.afterFirstUnlock), sharedGroup: "com.example.app", prefix: "A1B2C3")
    #expect(
      shape.service
        == "VAL_VALValet_initWithSharedAccessGroupIdentifier:accessibility:_com.example.app_AccessibleAfterFirstUnlock")
    #expect(shape.accessGroup == "A1B2C3.com.example.app")
  }

  @Test("Valet's canary is no item of the app, its cloud items are synchronized, its Enclave items ask the owner")
  func valetAttributes() {
    let plain = LegacyShape.valet(.valet(.whenUnlocked), identifier: "x")
    #expect(plain.ownAccounts == ["VAL_KeychainCanaryUsername"])
    #expect(plain.synchronization == .no && !plain.asksOwner && plain.usesDataProtectionKeychain)
    #expect(LegacyShape.valet(.synchronizable(.whenUnlocked), identifier: "x").synchronization == .yes)
    #expect(LegacyShape.valet(.secureEnclave(.devicePasscode), identifier: "x").asksOwner)
  }

  @Test("KeychainAccess matches synchronized items too and uses the older keychain of macOS")
  func keychainAccess() {
    let generic = LegacyShape.keychainAccess(service: "com.example.app", accessGroup: "T.group")
    #expect(generic.itemClass == .genericPassword && generic.service == "com.example.app")
    #expect(generic.accessGroup == "T.group" && generic.synchronization == .either)
    #expect(!generic.usesDataProtectionKeychain)
    let web = LegacyShape.keychainAccess(server: "example.org", port: 8443)
    #expect(web.itemClass == .internetPassword && web.service == nil && web.server == "example.org")
    #expect(web.port == 8443 && web.networkProtocol == "htps" && web.authenticationType == "dflt")
  }

  @Test("An item does not print its account, which may be somebody's address")
  func masked() {
    let item = LegacyItem(.plain(service: "com.example.app"), account: "jane@example.org")
    var dumped = ""
    dump(item, to: &dumped)
    for text in ["\(item)", String(reflecting: item), "\([item])", dumped] {
      #expect(!text.contains("jane") && !text.contains("com.example"))
    }
  }
}
