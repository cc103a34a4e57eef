public import Foundation
public import Redaction

/// A type whose values are kept as sealed records: the app's own words at rest.
///
/// Such a type is a ``SensitiveValue``: no cache and no preference takes it, and it does not compile in a text or in the
/// metadata of a log line. Whatever prints it all the same (`print`, `dump`, a debugger, an array of entries in a text,
/// `os.Logger`, `.stringConvertible` and `.attributed` of swift-log) shows the name of the type alone, unless it brings a
/// text form of its own (`description`, `debugDescription`, `customMirror`, `TextOutputStreamable`). A single property, and
/// what ``payload`` gives, prints as any other value.
public protocol RecordEntry: SensitiveValue, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Kind and payload version; ``RecordTable/upgrades`` lead older payloads to this version.
  static var table: RecordTable { get }

  var id: UUID { get }
  /// What the entry is about: ranges ask for it.
  var date: Date { get }
  /// The bytes to seal, in the version that ``table`` declares.
  var payload: [UInt8] { get }

  /// Reads strictly: every rule that the type has for its values holds, or the entry is refused.
  ///
  /// - Throws: ``RecordError/invalidEntry(_:)``.
  init(id: UUID, date: Date, payload: [UInt8]) throws(RecordError)
}

extension RecordEntry {
  /// The name of the type.
  public var description: String { String(describing: Self.self) }
  /// The name of the type.
  public var debugDescription: String { description }
  /// Nothing inside.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
