import SecretStorage
import Testing

@Suite struct KeychainStatusTests {
  private let place = KeychainPlace(service: "example")

  private func name() throws -> SecretName { try #require(SecretName("token")) }

  private func everyQuery() throws -> [KeychainQuery] {
    [
      try .add(name(), to: place, access: AccessRequirement()), .read(try name(), in: place, prompt: .forbidden),
      .read(try name(), in: place, prompt: .bound), .delete(try name(), in: place), .list(place, prompt: .forbidden),
      try .update(name(), in: place, access: AccessRequirement(), prompt: .forbidden),
    ]
  }

  @Test("-25308 is never read as missing, whatever was asked")
  func lockedIsNotMissing() throws {
    for query in try everyQuery() {
      let meaning = KeychainStatus.interactionNotAllowed.meaning(of: query)
      #expect(meaning == .failed(.locked) || meaning == .lockedOrOwnerNeeded)
    }
  }

  @Test("-25308 is open between locked and owner only where no prompt was allowed")
  func interaction() throws {
    let status = KeychainStatus.interactionNotAllowed
    #expect(status.meaning(of: .read(try name(), in: place, prompt: .forbidden)) == .lockedOrOwnerNeeded)
    #expect(status.meaning(of: .read(try name(), in: place, prompt: .bound)) == .failed(.locked))
    #expect(status.meaning(of: .list(place, prompt: .forbidden)) == .lockedOrOwnerNeeded)
    #expect(status.meaning(of: .list(place, prompt: .bound)) == .failed(.locked))
    #expect(status.meaning(of: .delete(try name(), in: place)) == .failed(.locked))
    #expect(status.resolved(deviceIsLocked: false) == .interactionNotAllowed(-25308))
    #expect(status.resolved(deviceIsLocked: true) == .locked)
    #expect(status.resolved(deviceIsLocked: nil) == .locked)
  }

  @Test("Only -25300 is missing and only -25299 is a duplicate")
  func numbers() throws {
    for query in try everyQuery() {
      for code in Int32(-35000)...1000 {
        switch KeychainStatus(code).meaning(of: query) {
        case .done: #expect(code == 0)
        case .absent: #expect(code == -25300)
        case .duplicate: #expect(code == -25299)
        case .lockedOrOwnerNeeded: #expect(code == -25308)
        case .failed(let error): #expect(error != .locked || code == -25308)
        }
      }
    }
  }

  @Test("Each status that a caller can act on has its error")
  func errors() throws {
    let expected: [(Int32, StorageError)] = [
      (-4, .unavailable(-4)), (-34, .full), (-36, .notReadable(-36)), (-50, .unavailable(-50)), (-61, .denied(-61)),
      (-108, .unavailable(-108)), (-128, .cancelled(-128)), (-25291, .unavailable(-25291)),
      (-25292, .denied(-25292)), (-25293, .authenticationFailed(-25293)), (-25243, .denied(-25243)),
      (-25302, .tooLarge(limit: SealedItem.secretLimit)), (-25308, .locked),
      (-25315, .interactionNotAllowed(-25315)), (-26275, .notReadable(-26275)),
      (-34018, .entitlementMissing(-34018)), (7, .unavailable(7)),
    ]
    for (code, error) in expected { #expect(KeychainStatus(code).error == error) }
  }

  @Test("A missing passcode is suspected behind the codes that Apple has used for it, and no other")
  func passcode() {
    let suspicious = (Int32(-35000)...0).filter { KeychainStatus($0).mayMeanNoPasscode }
    #expect(suspicious == [-26275, -25293, -25291])
  }

  @Test("LocalAuthentication's codes have errors of their own domain")
  func prompt() {
    let expected: [(Int32, StorageError)] = [
      (-1, .authenticationFailed(-1)), (-2, .cancelled(-2)), (-3, .cancelled(-3)), (-4, .cancelled(-4)),
      (-5, .passcodeNotSet(-5)), (-6, .unavailable(-6)), (-7, .unavailable(-7)), (-8, .authenticationFailed(-8)),
      (-9, .cancelled(-9)), (-10, .unavailable(-10)), (-1004, .interactionNotAllowed(-1004)), (-77, .unavailable(-77)),
    ]
    for (code, error) in expected { #expect(OwnerPromptStatus(code).error == error) }
  }
}
