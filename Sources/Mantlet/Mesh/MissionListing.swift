public import SealedRecords

/// What is kept of a mission, as far as it can be read, and why the rest cannot.
public struct MissionListing: Sendable, Hashable {
  /// The one that changed longest ago first.
  public let entries: [MissionEntry]
  /// A reason for each row or place of the record file that is not what was stored, and `invalidEntry` for each record
  /// that is none of a mission.
  public let damage: [RecordError]

  init(_ listing: RecordListing = RecordListing()) {
    var (entries, damage) = ([MissionEntry](), listing.damage)
    for record in listing.records {
      do throws(RecordError) {
        entries.append(try MissionEntry(id: record.id, date: record.date, payload: record.payload))
      } catch {
        damage.append(error)
      }
    }
    self.entries = entries
    self.damage = damage
  }
}
