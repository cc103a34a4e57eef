import Redaction
import SecretStorage
import SecurityPolicy

/// Claims on the device around the store: locked, restarted, full, without passcode, with another face.
extension SecretStoreConformance {
  private static let whenUnlocked = AccessRequirement(.whenUnlockedThisDeviceOnly)

  static let deviceClaims: [Claim] = [
    Claim("locked is not missing: the secret is refused as locked and is back after the unlock") { store, control in
      let (lock, unlock) = try (need(control.lock, "no way to lock"), need(control.unlock, "no way to unlock"))
      try await putIfEnforced([1], "token", in: store, whenUnlocked)
      try await lock(store)
      try await expectRefusal({ $0 == .locked }) { _ = try await bytes("token", in: store) }
      try await unlock(store)
      try await expect(bytes("token", in: store) == [1])
      try await expect(names(store) == ["token"])
    },
    Claim("a write while locked is refused and the old value stands") { store, control in
      let (lock, unlock) = try (need(control.lock, "no way to lock"), need(control.unlock, "no way to unlock"))
      try await putIfEnforced([1], "token", in: store, whenUnlocked)
      try await lock(store)
      for text in ["token", "fresh"] {
        try await expectRefusal({ $0 == .locked }) { try await put([2], text, in: store, whenUnlocked) }
      }
      try await unlock(store)
      try await expect(bytes("token", in: store) == [1])
      try await expect(names(store) == ["token"])
    },
    Claim("a secret for after the first unlock stays readable while locked") { store, control in
      let lock = try need(control.lock, "no way to lock")
      try await putIfEnforced([1], "token", in: store, AccessRequirement(.afterFirstUnlockThisDeviceOnly))
      try await lock(store)
      try await expect(bytes("token", in: store) == [1])
    },
    Claim("before the first unlock every secret is locked, none is missing") { store, control in
      let restart = try need(control.restart, "no way to restart the device")
      let unlock = try need(control.unlock, "no way to unlock")
      try await putIfEnforced([1], "early", in: store, AccessRequirement(.afterFirstUnlockThisDeviceOnly))
      try await putIfEnforced([2], "late", in: store, whenUnlocked)
      try await restart(store)
      for text in ["early", "late"] {
        try await expectRefusal({ $0 == .locked }) { _ = try await bytes(text, in: store) }
      }
      try await unlock(store)
      try await expect(bytes("early", in: store) == [1])
      try await expect(bytes("late", in: store) == [2])
      try await expect(names(store) == ["early", "late"])
    },
    Claim("a full medium refuses the write, keeps the old value and everything else, and recovers") { store, control in
      let (fill, room) = try (need(control.fill, "no way to fill it"), need(control.makeRoom, "no way to make room"))
      try await put([1], "token", in: store)
      try await put([2], "stays", in: store)
      try await fill(store)
      for text in ["token", "fresh"] {
        try await expectRefusal({ $0 == .full }) {
          try await put(Array(repeating: 9, count: 5000), text, in: store)
        }
      }
      try await expect(bytes("token", in: store) == [1])
      try await expect(bytes("stays", in: store) == [2])
      try await expect(names(store) == ["stays", "token"])
      try await room(store)
      try await put([3], "token", in: store)
      try await expect(bytes("token", in: store) == [3])
    },
    Claim("without a passcode its secrets are gone, the others stay, and no new one is accepted") { store, control in
      let removePasscode = try need(control.removePasscode, "no way to remove the passcode")
      let withPasscode = AccessRequirement(.whenPasscodeSetThisDeviceOnly)
      try await putIfEnforced([1], "bound", in: store, withPasscode)
      try await put([2], "stays", in: store)
      try await removePasscode(store)
      try await expect(bytes("bound", in: store) == nil)
      try await expect(names(store) == ["stays"])
      try await expectRefusal({ if case .passcodeNotSet = $0 { true } else { false } }) {
        try await put([3], "bound", in: store, withPasscode)
      }
      try await expect(bytes("stays", in: store) == [2])
    },
    Claim("a changed biometric set gives no secret of the old set back; a new one can be stored") { store, control in
      let change = try need(control.changeBiometry, "no way to change the biometric set")
      let prepare = try need(control.prepareAnswer, "no prompt to answer")
      let asking = try await control.asking?(store) ?? store
      let current = AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .currentBiometry)
      try await putIfEnforced([1], "bound", in: store, current)
      try await put([2], "stays", in: store)
      try await change(store)
      try await prepare(store, .approve)
      do { try await expect(bytes("bound", in: asking) == nil) } catch StorageError.authenticationFailed {}
      try await expect(bytes("stays", in: store) == [2])
      try await put([3], "bound", in: store, current)
      try await prepare(store, .approve)
      try await expect(bytes("bound", in: asking) == [3])
    },
  ]
}
