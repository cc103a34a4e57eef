/// What a list found: the records that are what was stored, and a reason for each place where that does not hold.
public struct RecordListing: Sendable, Hashable {
  /// The one changed longest ago first.
  public internal(set) var records: [SealedRecord] = []
  public internal(set) var damage: [RecordError] = []

  public init(records: [SealedRecord] = [], damage: [RecordError] = []) {
    self.records = records
    self.damage = damage
  }
}
