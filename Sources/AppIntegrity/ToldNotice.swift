/// A notice that an app is being told: what it asks of the same watch for it is answered by the check of the notice.
struct ToldNotice: Sendable {
  /// Tells one watch from all others of the process.
  final class Watch: Sendable {}

  /// Those that the running task comes from, the innermost last: two watches may tell of each other.
  @TaskLocal static var current: [ToldNotice] = []

  /// Nil for a check that could not be made.
  let made: IntegrityWatch.Made?
  private let watch: Watch
  private let at: Duration

  init(_ made: IntegrityWatch.Made?, by watch: Watch, at moment: Duration) {
    self.made = made
    self.watch = watch
    at = moment
  }

  func isGood(for watch: Watch, at now: Duration) -> Bool {
    watch === self.watch && (.zero..<IntegrityWatch.noticeLife).contains(now - at)
  }
}
