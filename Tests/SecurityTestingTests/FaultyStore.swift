import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting

/// A sound store with one flaw planted into it.
actor FaultyStore: SecretStore {
  /// What is wrong; nothing, unless a test says so.
  final class Flaw {
    var forgets = false
    var cutsAtZero = false
    var dropsEmpty = false
    var keepsTail = false
    var reverses = false
    var confusesNames = false
    var failsOnMissing = false
    var limit = SealedItem.secretLimit
    var removesBeforeRefusing = false
    var listsRefused = false
    var gap = false
    var flickers = false
    var mixes = false
    var losesOthers = false
    var duplicates = false
    var lockedIsMissing = false
    var ignoresLock = false
    var locksEverything = false
    var neverAsks = false
    var keepsFace = false
    var keepsWithoutPasscode = false
    var misnames = false
    var staysFull = false
    var addsOver = false
    var looksThenAdds = false
    var addsNothing = false
    var refuses: (AccessRequirement) -> Bool = { _ in false }
  }

  private let flaw: Flaw
  let twin = InMemorySecretStore()
  /// What the flaw lets survive, or return.
  private var ghosts: [SecretName: [UInt8]] = [:]
  private var extraNames: Set<SecretName> = []
  private var isLocked = false
  private var wasFull = false
  private var reads = 0
  private var inFlight = 0

  init(_ plant: @Sendable (Flaw) -> Void) {
    let flaw = Flaw()
    plant(flaw)
    self.flaw = flaw
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    let name = known(name)
    reads += 1
    if flaw.staysFull, wasFull { throw .unavailable(0) }
    if flaw.locksEverything, isLocked { throw .locked }
    if flaw.flickers, reads % 7 == 0, let ghost = ghosts[name] { return Secret(copying: ghost) }
    if flaw.ignoresLock || flaw.neverAsks, let ghost = ghosts[name] { return Secret(copying: ghost) }
    if flaw.keepsFace || flaw.keepsWithoutPasscode, let ghost = ghosts[name] {
      if let sound = try await twin.read(name) { return sound }
      return Secret(copying: ghost)
    }
    do throws(StorageError) {
      guard let secret = try await twin.read(name) else { return nil }
      if flaw.dropsEmpty, secret.count == 0 { return nil }
      return secret
    } catch .locked where flaw.lockedIsMissing {
      return nil
    }
  }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    if flaw.forgets { return }
    let name = known(name)
    if flaw.refuses(access) { throw .unenforceable(access) }
    if flaw.misnames, access.presence == .passcode { throw .unenforceable(AccessRequirement()) }
    if flaw.limit < SealedItem.secretLimit, flaw.limit < secret.count { throw .tooLarge(limit: flaw.limit) }
    if flaw.limit == .max, secret.count > SealedItem.secretLimit { return }
    var bytes = secret.withExposedBytes { Array($0) }
    if flaw.cutsAtZero { bytes = Array(bytes.prefix { $0 != 0 }) }
    if flaw.keepsTail { bytes = await overOld(bytes, name) }
    if flaw.mixes {
      let overlaps = inFlight > 0
      inFlight += 1
      for _ in 0..<5 { await Task.yield() }
      inFlight -= 1
      if overlaps { bytes.append(0xEE) }
    }
    if flaw.gap {
      await twin.delete(name)
      for _ in 0..<20 { await Task.yield() }
    }
    if flaw.losesOthers {
      let before = inFlight
      inFlight += 1
      await Task.yield()
      guard before == inFlight - 1 else { return }
    }
    if flaw.flickers, ghosts[name] == nil { ghosts[name] = bytes }
    do throws(StorageError) {
      try await twin.write(Secret(copying: bytes), as: name, access: access)
    } catch {
      if flaw.removesBeforeRefusing { await twin.delete(name) }
      if flaw.listsRefused { extraNames.insert(name) }
      if flaw.ignoresLock, error == .locked { return }
      throw error
    }
    let isKept =
      flaw.ignoresLock || flaw.neverAsks && access.presence != .notAsked
      || flaw.keepsFace && access.presence == .currentBiometry
      || flaw.keepsWithoutPasscode && access.accessibility == .whenPasscodeSetThisDeviceOnly
    if isKept { ghosts[name] = bytes }
    if flaw.duplicates, access != AccessRequirement() {
      extraNames.insert(SecretName("\(name.text).2") ?? name)
    }
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    if flaw.addsNothing { return }
    if flaw.addsOver { return try await write(secret, as: name, access: access) }
    if flaw.looksThenAdds {
      guard await !twin.names().contains(name) else { throw .duplicate(name) }
      for _ in 0..<20 { await Task.yield() }
      return try await write(secret, as: name, access: access)
    }
    try await twin.add(secret, as: known(name), access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    let name = known(name)
    if flaw.failsOnMissing, await !twin.names().contains(name) { throw .notReadable(2) }
    ghosts[name] = nil
    await twin.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] {
    let names = Set(await twin.names()).union(extraNames).sorted()
    return flaw.reverses ? names.reversed() : names
  }

  private func known(_ name: SecretName) -> SecretName {
    flaw.confusesNames ? SecretName(name.text.map { $0 == "." ? "-" : String($0) }.joined()) ?? name : name
  }

  /// The new bytes over the old ones, as a file that is written in place and not cut.
  private func overOld(_ bytes: [UInt8], _ name: SecretName) async -> [UInt8] {
    let old = (try? await twin.read(name)?.withExposedBytes { Array($0) }) ?? []
    return old.count > bytes.count ? bytes + old[bytes.count...] : bytes
  }

  private func turn(locked: Bool? = nil, full: Bool? = nil) {
    isLocked = locked ?? isLocked
    wasFull = wasFull || full == true
  }

  /// The controls of the sound twin inside.
  static var control: SecretStoreControl {
    @Sendable func faulty(_ store: any SecretStore) throws -> FaultyStore {
      guard let store = store as? FaultyStore else { throw StorageError.unavailable(0) }
      return store
    }
    let sound = InMemorySecretStore.control
    var control = SecretStoreControl()
    control.lock = {
      try await faulty($0).turn(locked: true)
      try await sound.lock?(faulty($0).twin)
    }
    control.unlock = {
      try await faulty($0).turn(locked: false)
      try await sound.unlock?(faulty($0).twin)
    }
    control.restart = { try await sound.restart?(faulty($0).twin) }
    control.fill = {
      try await faulty($0).turn(full: true)
      try await sound.fill?(faulty($0).twin)
    }
    control.makeRoom = { try await sound.makeRoom?(faulty($0).twin) }
    control.removePasscode = { try await sound.removePasscode?(faulty($0).twin) }
    control.changeBiometry = { try await sound.changeBiometry?(faulty($0).twin) }
    control.prepareAnswer = { try await sound.prepareAnswer?(faulty($0).twin, $1) }
    return control
  }
}
