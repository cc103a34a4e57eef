import AppSession
import DataLifecycle
import SecretStorage

extension Shield {
  /// Everything that a wipe takes: our own stores, and what the adapters name.
  static func wipePlan(_ adapters: Adapters, _ stores: OpenStores) throws(ShieldError) -> WipePlan {
    let secrets = adapters.secrets
    let ours: [any WipeTarget] = [
      SecretWipe(
        name: WipeTargetName(constant: "keys"), kind: .cryptographicKeys, store: secrets, role: .sealingKey),
      SecretWipe(name: WipeTargetName(constant: "pin"), kind: .pin, store: secrets, role: .pin),
      SecretWipe(name: WipeTargetName(constant: "session"), kind: .secrets, store: secrets, role: .session),
      SecretWipe(name: WipeTargetName(constant: "secrets"), kind: .secrets, store: secrets, role: .app),
      SecretWipe(name: WipeTargetName(constant: "owner"), kind: .secrets, store: secrets, role: .owner),
      RecordsWipe(files: adapters.recordFiles) { await stores.closeRecords() },
      sessionContext(stores),
    ]
    do {
      return try WipePlan(targets: ours + adapters.wipeTargets, absent: adapters.absent)
    } catch {
      throw .lifecycle(error)
    }
  }

  /// What the running session knows. After an account switch it is the new account's and stays.
  private static func sessionContext(_ stores: OpenStores) -> ActionWipe {
    ActionWipe(name: WipeTargetName(constant: "session-context"), kind: .sessionContext) {
      scope throws(LifecycleError) in
      guard scope != .accountSwitch, let session = await stores.session else { return }
      do { try await session.erase() } catch { throw .unavailable(0) }
    } remains: { scope throws(LifecycleError) in
      guard scope != .accountSwitch, let session = await stores.session else { return [] }
      do {
        let isEnrolled = try await session.isEnrolled()
        let account = try await session.account()
        return isEnrolled || account != nil ? [WipeRemnant(count: 1)] : []
      } catch {
        throw .unavailable(0)
      }
    }
  }
}
