import AppIntegrity
import DataLifecycle
import SecretStorage

/// The wipe target for the kept checks of the device. They are about the device and outlive a person, or a logout would
/// wash a detection out; what probes noted in words, which might name a person's files, goes. A reinstallation begins
/// without any.
struct CheckWipe: WipeTarget {
  let name = WipeTargetName(constant: "device-checks")
  let log: CheckLog
  let item: KeptItem

  var kind: UserDataKind { .secrets }

  func destroyKeys(_ scope: WipeScope) {}

  func erase(_ scope: WipeScope) async throws(LifecycleError) {  // O.Data_17#440
    do throws(IntegrityError) {
      if scope == .reinstall { try await log.reset() } else { try await log.forgetWords() }
    } catch {
      throw .unavailable(0)
    }
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    do throws(IntegrityError) {
      guard let bytes = try await item.load() else { return [] }
      let count = try KeptChecks(reading: bytes).wordy
      return count == 0 ? [] : [WipeRemnant(count: count)]
    } catch {
      throw .unavailable(0)
    }
  }
}
