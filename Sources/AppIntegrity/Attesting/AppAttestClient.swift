import Foundation
import SecurityPolicy
import TrustWire

/// Gets App Attest's evidence for reports: does what ``AppAttestMachine`` says, and stores its state after each step.
///
/// Protected: after a crash between any two steps the same key goes on, or is replaced within the machine's bounds. A
/// key whose name could not be stored is never used. Not protected: the key proves a genuine device and app to the
/// server, not to this process.
/// Source: MASVS-RESILIENCE-2; BSI TR-03161-1 O.Resi_2, O.Arch_6.
public actor AppAttestClient: DeviceAttesting {
  private let service: any AppAttesting
  private let keeper: any CheckKeeping
  private var random: any RandomNumberGenerator & Sendable
  private var machine: AppAttestMachine?
  private var isStored = true
  private var ready: AppAttestMachine.Step?
  /// Reports with evidence whose answer may still come, the latest last.
  private var sent: [(compact: String, keyID: String)] = []
  private static let mostSent = 4
  private var last: Task<Void, Never>?

  /// - Parameters:
  ///   - keeper: where the state lies; on this device only, and not beyond the installation.
  ///   - random: for the number that names of persons are hashed with; the system's outside of tests.
  public init(
    _ service: any AppAttesting, keeper: any CheckKeeping,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.service = service
    self.keeper = keeper
    self.random = random
  }

  /// What is known of the key; nil before anything was asked, and while the store cannot be read.
  public var state: AppAttestState? { machine?.state }

  public func claim(for person: String?, at now: Int64) async -> AttestationClaim? {
    await inTurn { await $0.prepare(person, now) }
  }

  public func evidence(over compact: String, at now: Int64) async -> AttestationEvidence? {
    await inTurn { await $0.ask(compact, now) }
  }

  public func heard(isAccepted: Bool, of compact: String, at now: Int64) async {
    await inTurn { client in
      guard let place = client.sent.firstIndex(where: { $0.compact == compact }) else { return }
      let sent = client.sent.remove(at: place)
      await client.change { isAccepted ? $0.accepted(keyID: sent.keyID) : $0.refused(keyID: sent.keyID, at: now) }
    }
  }

  private func prepare(_ person: String?, _ now: Int64) async -> AttestationClaim? {
    ready = nil
    guard service.isSupported else { return .unsupported }
    guard await load(), var step = await next(person, now) else { return nil }
    if step == .makeKey {
      guard await makeKey(now), let after = await next(person, now) else { return nil }
      step = after
    }
    ready = step
    switch step {
    case .attest: return .appAttest
    case .assert: return .appAttestAssertion
    case .goWithout(let claim): return claim
    case .makeKey: return nil
    }
  }

  /// Nil when what follows from it could not be stored.
  private func next(_ person: String?, _ now: Int64) async -> AppAttestMachine.Step? {
    var step: AppAttestMachine.Step?
    let isKept = await change { step = $0.next(isSupported: true, person: person, at: now) }
    return isKept ? step : nil
  }

  private func makeKey(_ now: Int64) async -> Bool {
    do {
      let keyID = try await service.generateKey()
      return await change { $0.keyMade(keyID, at: now) }
    } catch {
      await change { $0.failed(error, at: now) }
      return false
    }
  }

  private func ask(_ compact: String, _ now: Int64) async -> AttestationEvidence? {
    guard let step = ready else { return nil }
    ready = nil
    let hash = ReportParcel.clientDataHash(compact)
    do throws(AppAttestFailure) {
      switch step {
      case .attest(let keyID):
        let bytes = try await service.attest(keyID: keyID, clientDataHash: hash)
        remember(compact, keyID)
        await change { $0.attested(keyID: keyID) }
        return AttestationEvidence(kind: .appAttest, bytes: bytes)
      case .assert(let keyID):
        let bytes = try await service.assertion(keyID: keyID, clientDataHash: hash)
        remember(compact, keyID)
        return AttestationEvidence(kind: .appAttestAssertion, bytes: bytes)
      case .makeKey, .goWithout: return nil
      }
    } catch {
      await change { $0.failed(error, at: now) }
      return nil
    }
  }

  private func remember(_ compact: String, _ keyID: String) {
    sent.append((compact: compact, keyID: keyID))
    if sent.count > Self.mostSent { sent.removeFirst() }
  }

  /// Changes the state, and stores it. What could not be stored stands in memory, and is tried again with the next one.
  ///
  /// - Returns: whether everything up to here is stored.
  @discardableResult
  private func change(_ body: (inout AppAttestMachine) -> Void) async -> Bool {
    guard var changed = machine else { return false }
    body(&changed)
    if changed == machine, isStored { return true }
    machine = changed
    do {
      try await keeper.save(changed.state.bytes)
      isStored = true
    } catch {
      isStored = false
    }
    return isStored
  }

  /// Damage is a fresh start: the key that nobody can name any more is lost, and with it how many were made today.
  private func load() async -> Bool {
    if machine != nil { return true }
    do throws(IntegrityError) {
      if let bytes = try await keeper.load() {
        machine = AppAttestMachine(try AppAttestState(reading: bytes))
        return true
      }
    } catch {
      guard error == .historyDamaged else { return false }
    }
    var salt: [UInt8] = []
    for _ in 0..<16 { salt.append(UInt8(truncatingIfNeeded: random.next())) }
    machine = AppAttestMachine(AppAttestState(salt: salt))
    return true
  }

  /// One after the other: this actor alone lets another call in whenever one waits.
  private func inTurn<Result: Sendable>(
    _ work: @escaping @Sendable (isolated AppAttestClient) async -> Result
  ) async -> Result {
    let task = Task { [previous = last, self] in
      await previous?.value
      return await work(self)
    }
    last = Task { _ = await task.value }
    return await task.value
  }
}
