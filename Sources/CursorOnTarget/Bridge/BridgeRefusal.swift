/// Why an event stays on its side of the bridge.
public enum BridgeRefusal: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  case typeNotAllowed = "events of this type are not passed on"
  case ownUID = "the event uses a uid of the bridge itself"
  case foreignUID = "the uid does not belong to the peer that sent the event"
  case knownToServer = "the server knows this uid as somebody else's"
  case foreignCall = "the call for help that the event ends or replaces may be somebody else's"
  case foreignCallsign = "the callsign does not belong to the peer that sent the event"
  case callsignKnownToServer = "the server shows this callsign as somebody else's"
  case foreignTeam = "the team does not belong to the peer that sent the event"
  case directed = "the event names its receivers, and is no chat with them"
  case forBridgeAlone = "the chat is for the bridge alone"
  case sharesFile = "the event offers a file or a link"
  case expired = "the event does not hold any more"
  case tooOld = "the event was made too long ago"
  case echo = "the event has been on this bridge before"
  case incomplete = "the event lacks what its type needs"

  public var description: String { rawValue }
}
