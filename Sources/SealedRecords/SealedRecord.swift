public import Foundation

/// One record of the app, such as a night in a sleep log. The payload is plain in this value and sealed at rest.
///
/// Printing it shows id, kind and length, never the payload or the time. The payload is an ordinary array: it is not
/// wiped when it ends, so keep no key or password in it (those are secrets of a `SecretStore`).
public struct SealedRecord: Sendable, Hashable {
  public let id: UUID
  public let kind: RecordKind
  public let createdAt: Date
  public let payload: [UInt8]

  public init(id: UUID, kind: RecordKind, createdAt: Date, payload: [UInt8]) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.payload = payload
  }
}

extension SealedRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "\(kind) \(id.uuidString) (\(payload.count) bytes)" }
  public var debugDescription: String { description }
  // Without it `dump` and test failures would print the payload.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "kind": kind.text, "bytes": payload.count]) }
}
