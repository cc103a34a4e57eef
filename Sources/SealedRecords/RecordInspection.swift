public import SecurityPolicy

/// What a walk through the whole file found.
public struct RecordInspection: Sendable, Hashable {
  /// The state that was looked at.
  public let state: RecordState
  /// Records that are what was stored.
  public let sound: Int
  /// A reason for each place where that does not hold.
  public let damage: [RecordError]

  /// Whether the file holds exactly what was stored.
  public var verdict: Verdict {
    damage.isEmpty
      ? .holds
      : .fails(Verdict.Reason("\(damage.count) places of the record database are not sound"))
  }
}
