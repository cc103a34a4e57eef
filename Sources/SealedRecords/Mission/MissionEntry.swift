public import Foundation

/// One thing that a mission leaves on a device: where somebody was, what was said, who is who, what the mission is about.
///
/// The body is the app's own form, such as the XML of an event; it is not looked at. A value of this type always keeps the
/// rules: a name of 1 to 256 bytes, a body of at most 64 KiB. All of it is sealed at rest, the name too.
public struct MissionEntry: RecordEntry, Hashable {
  /// What an entry is.
  public enum Part: UInt8, Sendable, Hashable, CaseIterable {
    /// The newest event of a uid, such as a position or an alarm.
    case event = 1
    /// A message of a conversation.
    case chat = 2
    /// Who a uid is.
    case contact = 3
    /// What is known of the mission itself.
    case about = 4
  }

  /// Records of kind `mantlet.mission`, payload version 1, for this device alone.
  public static let table = RecordTable(.mission, staysLocal: true)
  /// Most bytes of a body: as many as an event may have.
  public static let maximumBytes = 64 << 10
  /// Most bytes of a name.
  public static let maximumName = 256

  public let id: UUID
  public let part: Part
  /// Among the entries of its part: the uid of an event or a contact, the id of a message.
  public let name: String
  public let date: Date
  public let body: [UInt8]

  /// - Throws: ``RecordError/invalidEntry(_:)`` for a name or a body of a length that is not allowed, or no date.
  public init(id: UUID, part: Part, name: String, date: Date, body: [UInt8]) throws(RecordError) {
    guard (1...Self.maximumName).contains(name.utf8.count), body.count <= Self.maximumBytes,
      date.timeIntervalSinceReferenceDate.isFinite
    else { throw .invalidEntry(.mission) }
    (self.id, self.part, self.name, self.date, self.body) = (id, part, name, date, body)
  }

  /// The encoding: the part (1 byte), the length of the name (2 bytes, big-endian), the name, the body.
  public var payload: [UInt8] {
    let name = Array(name.utf8)
    return [part.rawValue, UInt8(name.count >> 8), UInt8(name.count & 0xFF)] + name + body
  }

  /// Reads what ``payload`` writes, and nothing else.
  ///
  /// - Throws: ``RecordError/invalidEntry(_:)``.
  public init(id: UUID, date: Date, payload: [UInt8]) throws(RecordError) {
    guard payload.count >= 3, let part = Part(rawValue: payload[0]) else { throw .invalidEntry(.mission) }
    let end = 3 + Int(payload[1]) << 8 + Int(payload[2])
    guard end <= payload.count, let name = String(validating: payload[3..<end], as: UTF8.self) else {
      throw .invalidEntry(.mission)
    }
    try self.init(id: id, part: part, name: name, date: date, body: Array(payload[end...]))
  }
}

extension RecordKind {
  /// The kind of ``MissionEntry``.
  public static let mission = RecordKind(known: "mantlet.mission")
}
