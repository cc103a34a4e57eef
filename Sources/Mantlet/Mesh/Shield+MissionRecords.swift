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
  /// - Throws: ``ShieldError/noMission`` without one, and when it ended meanwhile: then nothing is kept.
  ///   ``ShieldError/records(_:)``; ``ShieldError/storage(_:)`` `misplaced` when the policy keeps no `appData` at rest.
  public func keepOfMission(
    _ part: MissionEntry.Part, name: String, date: Date, body: [UInt8]
  ) async throws(ShieldError) {
    try await requireMission()
    let asker = owner
    guard let mission = try await missionName() else { throw .noMission }
    let records = try await writableRecords(for: asker)
    let key: MissionRecordKey
    do throws(StorageError) {
      key = try await MissionRecordKey.made(in: GatedSecrets(gate: gate), AccessRequirement(slice.storage))
    } catch { throw .storage(error) }
    let id = key.id(part, name)
    do throws(RecordError) {
      let entry = try MissionEntry(id: id, part: part, name: name, date: date, body: body)
      try await records.apply(
        try await Self.room(in: records) + [
          .keepLocal(
            SealedRecord(id: id, kind: .mission, createdAt: now(), date: entry.date, payload: entry.payload))
        ])  // O.Data_2#1340
    } catch { throw .records(error) }
    // Whoever left the mission meanwhile did not see this one.
    guard try await missionName() == mission else {
      do throws(RecordError) { try await records.delete(id) } catch { throw .records(error) }
      throw .noMission
    }
  }

  /// What is kept of the mission, the entry that changed longest ago first; nothing without a mission.
  ///
  /// - Throws: ``ShieldError/session(_:)`` while the session is locked; ``ShieldError/records(_:)``, also
  ///   `invalidEntry` for a record that is none of a mission.
  public func missionEntries() async throws(ShieldError) -> [MissionEntry] {
    try await requireReadable()
    try await admit()
    guard try await missionName() != nil else { return [] }
    let records = try await records()
    do throws(RecordError) { return try await records.entries(MissionEntry.self) } catch { throw .records(error) }
  }

  /// Changes that make room for one more: a tenth at a time, so that a flood does not read all entries for each message.
  private static func room(in records: HandedRecords) async throws(RecordError) -> [RecordChange] {
    guard try await records.count(.mission) >= mostMissionEntries else { return [] }
    return try await records.list(.mission).prefix(mostMissionEntries / 10).map { .delete($0.id) }
  }

  /// Removes what is kept of the mission and counts. Called in the shield's turn; a device that kept nothing opens no file.
  func eraseMissionRecords() async -> Verdict {
    let secrets = GatedSecrets(gate: gate)
    do {
      guard try await MissionRecordKey.kept(in: secrets) != nil else { return .holds }
      let records = try await recordsInTurn()
      try await records.apply(try await records.list(.mission).map { .delete($0.id) })  // O.Data_17#1340
      guard try await records.count(.mission) == 0 else { return .fails("records of the mission are still there") }
      try await secrets.delete(MissionRecordKey.name)
      return .holds
    } catch {
      return .undetermined("the records of the mission could not be removed")
    }
  }
}
