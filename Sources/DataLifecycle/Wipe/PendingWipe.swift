/// A wipe that was begun and is not finished.
public struct PendingWipe: Sendable {
  /// Nil when the journal is damaged: the wipe then runs as ``WipeScope/logout``, which leaves nothing.
  public let scope: WipeScope?
  private let wipe: Wipe

  init(scope: WipeScope?, wipe: Wipe) {
    self.scope = scope
    self.wipe = wipe
  }

  /// Carries the wipe on from where it stopped.
  ///
  /// - Throws: as ``Wipe/run(_:)``.
  public func resume() async throws(LifecycleError) -> WipeOutcome {
    try await wipe.run(scope ?? .logout)
  }
}
