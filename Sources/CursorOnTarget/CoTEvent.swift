/// One Cursor-on-Target event: who or what, when, where.
///
/// Every part is within its range by existing, so an event can always be written, and what was written is read as the
/// same value. Nothing in it is proved: uid, callsign, team and times are claims of whoever sent it.
/// Source: CoT 2.0 event schema.
public struct CoTEvent: Sendable, Hashable {
  /// Most bytes of a uid.
  public static let maximumUIDBytes = 256

  /// Not empty.
  public let uid: CoTLine
  public var type: CoTType
  public var how: CoTHow
  /// When the event was made.
  public let time: CoTTime
  /// From when on it holds.
  public let start: CoTTime
  /// Until when it holds; not before ``start``.
  public let stale: CoTTime
  public var point: CoTPoint
  /// Who may see it, in words of the sender.
  public var access: CoTLine?
  public var qualityOfService: CoTLine?
  /// The operation or exercise that it belongs to.
  public var operation: CoTLine?
  public var detail: CoTDetail
  /// Attributes of the event that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  /// - Throws: ``CoTError/invalid(_:)`` `uid` for an empty or long one, `stale` for one that lies before `start`.
  public init(
    uid: CoTLine, type: CoTType, how: CoTHow, time: CoTTime, start: CoTTime? = nil, stale: CoTTime, point: CoTPoint,
    detail: CoTDetail = CoTDetail()
  ) throws(CoTError) {
    try Self.check(uid: uid, start: start ?? time, stale: stale)
    self.uid = uid
    self.type = type
    self.how = how
    self.time = time
    self.start = start ?? time
    self.stale = stale
    self.point = point
    self.detail = detail
  }

  /// The same event with other times.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` `stale` for one that lies before `start`.
  public func retimed(time: CoTTime, start: CoTTime, stale: CoTTime) throws(CoTError) -> CoTEvent {
    var event = try CoTEvent(
      uid: uid, type: type, how: how, time: time, start: start, stale: stale, point: point, detail: detail)
    event.access = access
    event.qualityOfService = qualityOfService
    event.operation = operation
    event.more = more
    return event
  }

  /// Whether it still holds at `now`.
  public func isStale(at now: CoTTime) -> Bool { stale <= now }

  /// What no part can judge alone.
  static func check(uid: CoTLine, start: CoTTime, stale: CoTTime) throws(CoTError) {
    guard !uid.isEmpty, uid.description.utf8.count <= maximumUIDBytes else { throw .invalid(.uid) }
    guard stale >= start else { throw .invalid(.stale) }
  }

  mutating func keep(_ more: [CoTAttribute]) { self.more = more }
}
