public import Foundation
public import Redaction

/// A type whose values are kept as sealed records: the app's own words at rest.
///
/// Such a type is a ``SensitiveValue``: no cache, no preference and no log takes it.
public protocol RecordEntry: SensitiveValue, Sendable {
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
