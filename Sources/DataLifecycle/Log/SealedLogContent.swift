/// What a sealed log holds, for support: the lines that opened, and what is known of the others.
public struct SealedLogContent: Sendable, Hashable {
  /// Oldest first.
  public let lines: [SealedLogLine]
  /// Whole lines that did not open: altered, moved, or sealed with another key.
  public let damaged: Int
  /// Writes that an end of the process cut off; their lines are lost.
  public let torn: Int

  init(lines: [SealedLogLine], damaged: Int, torn: Int) {
    self.lines = lines
    self.damaged = damaged
    self.torn = torn
  }
}
