#if Server
  import AttestationVerification
  import Foundation
  import SecurityPolicy

  extension AttestedDevice {
    /// What verified evidence says, in the words that the policy is written in.
    init(_ facts: AttestedFacts, kind: AttestationKind, platform: Platform, now: Int64) {
      self.init(kind: kind, platform: platform, verifiedAt: now)
      osVersion = facts.osVersion
      patchLevel = facts.osPatchLevel?.description
      vendorPatchLevel = facts.vendorPatchLevel?.description
      bootPatchLevel = facts.bootPatchLevel?.description
      bootState = facts.bootState.map { BootState($0) }
      isLocked = facts.isBootloaderLocked
      keyStorage = facts.securityLevel.map { KeyStorage($0) }
      signingDigests = facts.appSigningDigests.map { digest in
        digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      }
      isProduction = facts.environment.map { $0 == .production }
      category = facts.category.map { SigningCategory($0) }
      switch kind {
      case .appAttest, .appAttestAssertion:
        // TEAMID.bundle.id: the team has no dot in it.
        let parts = facts.appIdentifiers.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
        if parts.count == 2 { (teamID, apps) = (parts[0], [parts[1]]) }
      case .androidKey: apps = facts.appIdentifiers
      case .playIntegrity:
        apps = facts.appIdentifiers
        // A verdict that is not there, or that Google did not evaluate, is not as good as one that recognises the app.
        isAppRecognised = facts.play?.appRecognition == .recognized
        isDeviceSound = facts.play.map { !$0.deviceVerdicts.isDisjoint(with: [.device, .strong]) } ?? false
      }
    }
  }

  extension AttestedDevice.BootState {
    init(_ state: VerifiedBootState) {
      self =
        switch state {
        case .verified: .verified
        case .selfSigned: .selfSigned
        case .unverified: .unverified
        case .failed: .failed
        }
    }
  }

  extension AttestedDevice.KeyStorage {
    init(_ level: KeySecurityLevel) {
      self =
        switch level {
        case .software: .software
        case .trustedEnvironment: .trustedEnvironment
        case .strongBox: .strongBox
        case .secureEnclave: .secureEnclave
        }
    }
  }

  extension SigningCategory {
    init(_ category: AppleValidationCategory) {
      self =
        switch category {
        case .operatingSystem: .operatingSystem
        case .testFlight: .testFlight
        case .development: .development
        case .appStore: .appStore
        case .enterprise: .enterprise
        case .developerID: .developerID
        case .other, .unlisted: .other
        }
    }
  }
#endif
