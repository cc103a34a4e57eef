/// How long the system may take to end what was cancelled: it tells nobody when it has, so it is asked again.
struct TransferPatience: Sendable {
  /// With the standard pause three seconds.
  static let rounds = 30

  let pause: @Sendable () async -> Void

  /// Returns when it is so, or when the patience has ended.
  func wait(until isSo: () async -> Bool) async {
    for _ in 0..<Self.rounds {
      if await isSo() { return }
      await pause()
    }
  }
}
