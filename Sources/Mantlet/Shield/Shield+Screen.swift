import AppSession
import ScreenPrivacy
import SecurityPolicy

/// Screens: what the policy says about them, tied to the session and to the report.
extension Shield {
  /// Hides the app's content from the app switcher, from recorders and from other displays, as the policy says. On iOS
  /// hand it to `SceneWatch` of `AppleScreen`; elsewhere ``ScreenPrivacy/ScreenShield/support`` says "unsupported".
  ///
  /// Content shows only after the session was asked and the app was told its state. A session that is locked while the
  /// app is in front covers the content at once; a lock that time alone brings shows when something looks at
  /// ``state()``. Screenshots and captures stand in the next check of the device, and so in the next report.
  ///
  /// - Parameters:
  ///   - prepare: puts on the screen what the state allows: the lock screen for one that is locked or over, and for nil,
  ///     which is a session that cannot be read. The cover goes when it returns.
  ///   - warn: tells the person that a picture of content was taken.
  @MainActor
  public func screenShield(
    prepare: @escaping @MainActor @Sendable (SessionState?) async -> Void,
    warn: @escaping ScreenShield.Warn = { _ in }
  ) -> ScreenShield {
    let locks = LockWatch(session)
    let screen = ScreenShield(
      slice.screen, log: screenLog,
      prepare: { [self] in
        // Before the app is told what it may show: the next lock must find somebody who listens.
        await locks.begin()
        await prepare(try? await returned())
      }, warn: warn,
      // What cannot be saved holds until the process ends; the app is told the state next.
      lock: { [self] in try? await judge(.stepUp) })
    locks.screen = screen
    Task { await locks.begin() }
    return screen
  }
}
