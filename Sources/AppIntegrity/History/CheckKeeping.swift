/// Where ``CheckLog`` keeps what has to outlive the process: one sealed item of at most ``KeptChecks/byteLimit`` bytes.
public protocol CheckKeeping: Sendable {
  /// The bytes of the last completed save; nil when there are none.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable`` when they may be there and cannot be read now;
  ///   ``IntegrityError/historyDamaged`` when they are no longer what was saved.
  func load() async throws(IntegrityError) -> [UInt8]?
  /// Replaces them whole, or not at all.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable``.
  func save(_ bytes: [UInt8]) async throws(IntegrityError)
}
