/// Events that keep a connection and are nowhere.
extension CoTEvent {
  /// Asks a server for a sign of life. The uid is the sender's with `-ping` behind it, as ATAK has it.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` `uid` for an empty or long one.
  public static func ping(from sender: CoTLine, at now: CoTTime) throws(CoTError) -> CoTEvent {
    guard !sender.isEmpty, let uid = try? CoTLine(sender.description + "-ping") else { throw .invalid(.uid) }
    return try placeless(.ping, uid: uid, at: now, milliseconds: 20_000)
  }

  /// The answer to a ping.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` `uid` for an empty or long one.
  public static func pong(from sender: CoTLine, at now: CoTTime) throws(CoTError) -> CoTEvent {
    try placeless(.pong, uid: sender, at: now, milliseconds: 20_000)
  }

  static func placeless(
    _ type: CoTType, uid: CoTLine, at now: CoTTime, milliseconds: Int64
  ) throws(CoTError) -> CoTEvent {
    try CoTEvent(
      uid: uid, type: type, how: .gps, time: now, stale: now.advanced(milliseconds: milliseconds),
      point: CoTPoint(latitude: 0, longitude: 0))
  }
}
