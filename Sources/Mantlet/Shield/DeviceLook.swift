import AppIntegrity
import Foundation
import ScreenPrivacy
import SecretStorage
import SecurityPolicy

/// One check of the device, by whoever makes it: the shield itself, or a watch that may outlive it.
struct DeviceLook: Sendable {
  let adapters: Shield.Adapters
  let log: CheckLog
  /// What happened to the app's picture since the last check.
  let screen: ScreenLog
  let now: @Sendable () -> Date

  /// On the caller's thread; nobody is asked for the passcode, and nobody notes it.
  ///
  /// - Throws: `systemUnknown`.
  func makeSynchronously() throws(IntegrityError) -> SecurityCheckResult {
    let check = log.overlay.map { adapters.check.under($0) } ?? adapters.check
    return try check.run(now: now()).adding(screen.takeSignals())
  }

  /// With the passcode, where an owner can be asked at all; nobody notes it.
  ///
  /// - Throws: `systemUnknown`.
  func make() async throws(IntegrityError) -> SecurityCheckResult {
    let result = try makeSynchronously()
    guard let owner = adapters.owner else { return result }
    return result.adding([Signal(passcode: await owner.passcode())])  // O.Plat_1#121
  }
}
