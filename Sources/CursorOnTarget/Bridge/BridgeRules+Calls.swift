/// Whose a call for help is, and who may end it, where both sides use one uid.
extension BridgeRules {
  /// What stands behind a uid in that of its calls for help.
  private static let mark = "-9-1-1"

  /// Whether the uid is that of somebody's calls for help.
  static func isCallMark(_ uid: CoTLine) -> Bool {
    uid.description.utf8.suffix(mark.utf8.count).elementsEqual(mark.utf8)
  }

  /// Whether it is the peer's alarm, or the end of one, under the uid that is for that.
  func isAlarm(_ event: CoTEvent, of peer: BridgePeer) -> Bool {
    guard event.type.isWithin(.alarm), let uid = try? CoTLine(peer.uid.description + Self.mark) else { return false }
    return event.uid == uid
  }

  /// Whether ATAK calls the mark of that one's call for help so.
  static func isAlarmName(_ name: CoTLine, of callsign: CoTLine) -> Bool {
    name.description == callsign.description + "-Alert"
  }

  /// Where the server knows the uid of the event or of the peer as somebody else's, nobody's mark is overwritten and
  /// nobody's call for help ended; but nobody is kept from calling for help either, and who called through here can end
  /// that. Programs keep one mark for each uid: whatever comes under that of a call, other than a call, ends it too.
  ///
  /// A call that came from here proves nothing where the server has shown one, too: who wants to end another's could
  /// call first.
  func refusal(
    of event: CoTEvent, from peer: BridgePeer, isKnown: Bool, _ calls: CallSides
  ) -> BridgeRefusal? {
    if calls.contains(.server), !event.isCallForHelp { return .foreignCall }
    guard isKnown else { return nil }
    guard isAlarm(event, of: peer), event.type.isWithin(.callForHelp) else { return .knownToServer }
    return event.endsCall && calls.isEmpty ? .foreignCall : nil
  }
}

extension CoTEvent {
  /// Whether it ends a call for help or another alarm.
  package var endsCall: Bool {
    type.isWithin(.endOfCall) || type.isWithin(.alarm) && detail.emergency?.isCancelled == true
  }

  /// Whether a person calls for help by it.
  package var isCallForHelp: Bool { type.isWithin(.callForHelp) && !endsCall }
}
