import Redaction
import SecretStorage
import SecurityPolicy

/// Claims on access requirements: what is accepted is kept, what cannot be kept is refused.
extension SecretStoreConformance {
  private static let requirements = StorageRequirement.Accessibility.allCases.flatMap { accessibility in
    AccessRequirement.Presence.allCases.map { AccessRequirement(accessibility, presence: $0) }
  }

  static let accessClaims: [Claim] = [
    Claim("every requirement is accepted, or refused as unenforceable and the old value stands") { store, _ in
      for (number, access) in requirements.enumerated() {
        let text = "token.\(number)"
        try await put([1], text, in: store)
        do { try await put([2], text, in: store, access) } catch StorageError.unenforceable(let refused) {
          try expect(refused == access)
          try await expect(bytes(text, in: store) == [1])
        }
      }
      try await expect(store.names().count == requirements.count)
    },
    Claim("a refused requirement leaves no new name") { store, _ in
      var refusals = 0
      for (number, access) in requirements.enumerated() {
        do { try await put([1], "token.\(number)", in: store, access) } catch StorageError.unenforceable {
          refusals += 1
          try await expect(bytes("token.\(number)", in: store) == nil)
        }
      }
      guard refusals > 0 else { throw NotApplicable(missing: "the store enforces every requirement") }
      try await expect(store.names().count == requirements.count - refusals)
    },
    Claim("a name whose requirement changes stays one item: one value, one name, one delete") { store, _ in
      var accepted = 0
      for access in requirements where access.presence == .notAsked {
        let value = [UInt8(accepted + 1)]
        do { try await put(value, "token", in: store, access) } catch StorageError.unenforceable { continue }
        accepted += 1
        try await expect(bytes("token", in: store) == value)
        try await expect(names(store) == ["token"])
      }
      guard accepted > 1 else { throw NotApplicable(missing: "the store knows one requirement only") }
      try await store.delete(name("token"))
      try await expect(bytes("token", in: store) == nil)
      try await expect(names(store).isEmpty)
    },
    Claim("a secret that asks its owner is given to who approves, and to nobody else") { store, control in
      let prepare = try need(control.prepareAnswer, "no prompt to answer")
      let asking = try await control.asking?(store) ?? store
      try await putIfEnforced([1], "token", in: store, AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .owner))
      try await prepare(store, .cancel)
      try await expectRefusal({ if case .cancelled = $0 { true } else { false } }) {
        _ = try await bytes("token", in: asking)
      }
      try await prepare(store, .fail)
      try await expectRefusal({ if case .authenticationFailed = $0 { true } else { false } }) {
        _ = try await bytes("token", in: asking)
      }
      try await prepare(store, .approve)
      try await expect(bytes("token", in: asking) == [1])
    },
    Claim("a secret that asks its owner is refused where no prompt is allowed, listed and deleted without one") {
      store, control in
      _ = try need(control.prepareAnswer, "no prompt to answer")
      try await putIfEnforced([1], "token", in: store, AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .owner))
      try await expectRefusal({ if case .interactionNotAllowed = $0 { true } else { false } }) {
        _ = try await bytes("token", in: store)
      }
      try await expect(names(store) == ["token"])
      try await store.delete(name("token"))
      try await expect(names(store).isEmpty)
    },
  ]
}
