public import Foundation
public import SealedRecords
import SecretStorage
import SecurityPolicy

/// What a mission leaves on this device: events, messages, contacts and notes of the mission, sealed among the records.
///
/// They are for this device alone and go to no server with the other records. ``leaveMission()`` removes them, a logout, a
/// change of account and a wipe erase them with their keys. Not protected: between the end of the mission and a logout, old
/// blocks of the storage may still hold sealed rows, and their key is still there. Whether they can be kept while the phone
/// is locked is the policy's word on the accessibility of what it stores.
/// Source: TR-03161-1 O.Data_2, O.Data_17; MASVS-STORAGE-1.
extension Shield {
  /// Most entries of a mission: the ones that changed longest ago make room, whoever fills the table.
  public static let mostMissionEntries = 4096

  /// Keeps something of the mission, in place of an older entry of the same part and name. Works while the session is
  /// locked: messages come in the background.
  ///
  /// - Parameters:
  ///   - name: the uid of an event or a contact, the id of a message; 1 to 256 bytes.
  ///   - date: what it is about: when it was sent.
  ///   - body: the app's own form, such as the XML of an event; at most 64 KiB.
  /// - Returns: why some of the entries that made room could not be read, and which damaged places of the record file
  ///   stay (``repairRecords()``): none of it keeps anything new out.
  /// - Throws: ``ShieldError/noMission`` without one, and when it ended meanwhile: then nothing is kept.
  ///   ``ShieldError/records(_:)``; ``ShieldError/storage(_:)`` `misplaced` when the policy keeps no `appData` at rest.
  @discardableResult
  public func keepOfMission(
    _ part: MissionEntry.Part, name: String, date: Date, body: [UInt8]
  ) async throws(ShieldError) -> [RecordError] {
    try await requireMission()
    let asker = owner
    guard let mission = try await missionName() else { throw .noMission }
    let records = try await writableRecords(for: asker)
    let key: MissionRecordKey
    do throws(StorageError) {
      key = try await MissionRecordKey.made(in: GatedSecrets(gate: gate), AccessRequirement(slice.storage))
    } catch { throw .storage(error) }
    let id = key.id(part, name)
    let told: [RecordError]
    do throws(RecordError) {
      let entry = try MissionEntry(id: id, part: part, name: name, date: date, body: body)
      told = try await Self.makeRoom(in: records)
      try await records.apply([
        .keepLocal(
          SealedRecord(id: id, kind: .mission, createdAt: now(), date: entry.date, payload: entry.payload))
      ])  // O.Data_2#1340
    } catch { throw .records(error) }
    // Whoever left the mission meanwhile did not see this one.
    guard try await missionName() == mission else {
      do throws(RecordError) { try await records.delete(id) } catch { throw .records(error) }
      throw .noMission
    }
    return told
  }

  /// What is kept of the mission, the entry that changed longest ago first; nothing without a mission.
  ///
  /// - Throws: ``ShieldError/session(_:)`` while the session is locked; ``ShieldError/records(_:)`` with the first reason
  ///   why not all can be read, also `invalidEntry` for a record that is none of a mission: ``missionListing()`` has the
  ///   others all the same.
  public func missionEntries() async throws(ShieldError) -> [MissionEntry] {
    let listing = try await missionListing()
    if let first = listing.damage.first { throw .records(first) }
    return listing.entries
  }

  /// The same with what can be read, and why the rest cannot.
  ///
  /// - Throws: ``ShieldError/session(_:)`` while the session is locked; ``ShieldError/records(_:)`` for what concerns the
  ///   record file as a whole.
  public func missionListing() async throws(ShieldError) -> MissionListing {
    try await requireReadable()
    try await admit()
    guard try await missionName() != nil else { return MissionListing() }
    return MissionListing(try await listing(.mission))
  }

  /// Makes room for one more: a tenth at a time, so that a flood does not read all entries for each message.
  private static func makeRoom(in records: HandedRecords) async throws(RecordError) -> [RecordError] {
    guard try await records.count(.mission) >= mostMissionEntries else { return [] }
    return try await records.deleteOldest(.mission, keeping: mostMissionEntries - mostMissionEntries / 10)
  }

  /// Removes what is kept of the mission and counts. Called in the shield's turn; a device that kept nothing opens no file.
  func eraseMissionRecords() async -> Verdict {
    let secrets = GatedSecrets(gate: gate)
    do {
      guard try await MissionRecordKey.kept(in: secrets) != nil else { return .holds }
      let records = try await recordsInTurn()
      // An altered row goes as well as a sound one.
      _ = try await records.deleteOldest(.mission, keeping: 0)  // O.Data_17#1340
      guard try await records.count(.mission) == 0 else {
        return .fails("records of the mission are still there; repair the records and leave it again")
      }
      try await secrets.delete(MissionRecordKey.name)
      return .holds
    } catch {
      return .undetermined("the records of the mission could not be removed")
    }
  }
}
