/// A record that the server does not have yet, with the mark to hand back when it has.
public struct PendingRecord: Sendable, Hashable {
  public let record: SealedRecord
  public let mark: RecordMark

  public init(record: SealedRecord, mark: RecordMark) {
    self.record = record
    self.mark = mark
  }
}
