import Foundation

/// What an app declares about one kind of record: the version of its payload, how older ones become newer, and the
/// columns that may lie in clear. A kind without a declaration has version 1 and no plain column.
///
/// ```swift
/// RecordTable(kind, version: 2, plain: [PlainColumn("synced-from", .text)], upgrades: [1: addQuality])
/// ```
public struct RecordTable: Sendable {
  /// Turns a record of one payload version into the next; id and kind must stay, and times must be numbers.
  public typealias Upgrade = @Sendable (SealedRecord) throws(RecordError) -> SealedRecord

  public let kind: RecordKind
  /// 1 to 65535.
  public let version: Int
  public let plain: [PlainColumn]
  /// The step from each older version to the one after it.
  public let upgrades: [Int: Upgrade]
  /// Whether all records of the kind are for this device alone, however they are stored: they are never pending, also
  /// after a repair, which cannot tell any more how each was stored. Say it with every opening of the file.
  public let staysLocal: Bool

  public init(
    _ kind: RecordKind, version: Int = 1, plain: [PlainColumn] = [], upgrades: [Int: Upgrade] = [:],
    staysLocal: Bool = false
  ) {
    self.kind = kind
    self.version = version
    self.plain = plain
    self.upgrades = upgrades
    self.staysLocal = staysLocal
  }

  var payloadVersion: UInt16 { UInt16(clamping: version) }

  /// The record as this build knows it.
  func upgraded(_ record: SealedRecord, from found: UInt16) throws(RecordError) -> SealedRecord {
    guard found <= payloadVersion else {
      throw .newerTable(kind, found: Int(found), supported: version)
    }
    var record = record
    for step in Int(found)..<max(version, Int(found)) {
      guard let upgrade = upgrades[step] else { throw .upgradeMissing(kind, from: step) }
      let next = try upgrade(record)
      guard next.id == record.id, next.kind == kind else { throw .upgradeMissing(kind, from: step) }
      guard next.date.timeIntervalSinceReferenceDate.isFinite, next.createdAt.timeIntervalSinceReferenceDate.isFinite
      else { throw .unsuitable(record.id) }
      record = next
    }
    return record
  }
}
