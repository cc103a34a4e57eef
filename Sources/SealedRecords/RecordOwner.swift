/// Whose records a file holds. The file keeps a keyed hash of it; the id itself stands nowhere.
public struct RecordOwner: Sendable, Hashable {
  let bytes: [UInt8]

  /// A person, by the id that the server knows them by.
  public init(user: String) { bytes = [1] + Array(user.utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nobody in particular: an app without accounts, or before the first one signs in.
  public static let device = RecordOwner(bytes: [0])
}

extension RecordOwner: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { self == .device ? "device" : "user" }
  public var debugDescription: String { description }
  // Without it `dump` would print the id's bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
