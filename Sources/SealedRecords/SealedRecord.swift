public import Foundation

/// One record of the app, such as a night in a sleep log. The payload is plain in this value and sealed at rest.
///
/// Printing it shows id, kind and length, never the payload or a time. The payload is an ordinary array: it is not
/// wiped when it ends, so keep no key or password in it (those are secrets of a `SecretStore`).
public struct SealedRecord: Sendable, Hashable {
  public let id: UUID
  public let kind: RecordKind
  public let createdAt: Date
  /// What the record is about, such as the night's bed time: ranges ask for it. Sealed at rest.
  public let date: Date
  public let payload: [UInt8]
  /// The values of the columns that the kind's ``RecordTable`` declares as plain: readable at rest for whoever has
  /// the file.
  public let plain: [String: PlainValue]

  /// - Parameter date: nil for a record that is about its creation time.
  public init(
    id: UUID, kind: RecordKind, createdAt: Date, date: Date? = nil, payload: [UInt8],
    plain: [String: PlainValue] = [:]
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.date = date ?? createdAt
    self.payload = payload
    self.plain = plain
  }
}

extension SealedRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "\(kind) \(id.uuidString) (\(payload.count) bytes)" }
  public var debugDescription: String { description }
  // Without it `dump` and test failures would print the payload.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "kind": kind.text, "bytes": payload.count])
  }
}
