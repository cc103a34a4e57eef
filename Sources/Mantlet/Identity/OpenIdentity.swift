import NetworkTrust
import SecretStorage
import Synchronization

/// The keeper of the client's identity for the person who is there now: one at a time, since keepers of one store would
/// not wait for each other. One that was handed out earlier ends with its person.
final class OpenIdentity: Sendable {
  private let gate: SecretGate
  private let access: AccessRequirement
  private let keys: (any ClientKeySource)?
  private let rule: RenewalRule
  private let changed: @Sendable () -> Void
  private let last = Mutex<(generation: Int, keeper: ClientIdentityKeeper)?>(nil)

  init(
    _ gate: SecretGate, access: AccessRequirement, keys: (any ClientKeySource)?, rule: RenewalRule,
    changed: @escaping @Sendable () -> Void
  ) {
    self.gate = gate
    self.access = access
    self.keys = keys
    self.rule = rule
    self.changed = changed
  }

  var keeper: ClientIdentityKeeper {
    let generation = gate.current ?? 0
    return last.withLock { last in
      if let last, last.generation == generation { return last.keeper }
      let store = StoredClientIdentity(
        store: GatedSecrets(gate: gate, generation: generation), access: access, changed: changed)
      let gated = keys.map { GatedKeySource(source: $0, gate: gate, generation: generation) }
      let keeper = ClientIdentityKeeper(store: store, keys: gated, rule: rule)
      last = (generation, keeper)
      return keeper
    }
  }
}
