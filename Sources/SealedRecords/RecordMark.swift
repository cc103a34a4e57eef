public import Foundation

/// One state of one record: the same id gets a new sequence with every change.
public struct RecordMark: Sendable, Hashable {
  public let id: UUID
  public let kind: RecordKind
  public let sequence: Int64

  public init(id: UUID, kind: RecordKind, sequence: Int64) {
    self.id = id
    self.kind = kind
    self.sequence = sequence
  }
}
