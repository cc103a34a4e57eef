import PeerMesh
import UntrustedInput

/// What a node says on standard output: one object or one sentence per event. Texts of others are shown only if they keep
/// the rules of `MeshText`, so that nobody steers a terminal or forges a line.
struct MeshLines: Sendable {
  let isJSON: Bool

  func say(_ event: String, _ line: String, _ fields: [(String, JSONNode)] = []) {
    guard isJSON else { return StandardOutput.print("\(event): \(line)") }
    let members = [JSONMember("event", .string(event))] + fields.map { JSONMember($0.0, $0.1) }
    StandardOutput.print(JSONNode(.object(members)))
  }

  /// True for a message.
  @discardableResult
  func say(_ effect: MeshEffect) -> Bool {
    switch effect {
    case .proven(let link):
      say("proven", "link \(link.number) holds the key", [("link", .integer(Int64(link.number)))])
    case .close(let link, let refusal):
      say(
        "closed", "link \(link.number): \(refusal.rawValue)",
        [("link", .integer(Int64(link.number))), ("reason", .string(refusal.rawValue))])
    case .peer(let peer):
      let id = Self.hex(peer.device.id)
      say(
        "peer", "\(peer.callsign) (\(peer.uid)), device \(id)",
        [("callsign", .string(peer.callsign)), ("uid", .string(peer.uid)), ("device", .string(id))])
    case .deliver(let message):
      let text = String(validating: message.body, as: UTF8.self).flatMap { text in
        MeshText.isAcceptable(text, limit: 1024) ? text : nil
      }
      let (from, isSigned) = Self.origin(message)
      // First what nobody chose: an alarm that was sealed as a plain event is one that nobody signed, whatever it says.
      say(
        "message",
        "\(message.kind), \(isSigned ? "signed" : "unsigned"), from \(from): \(text ?? "\(message.body.count) bytes")",
        [
          ("kind", .string("\(message.kind)")), ("from", .string(from)), ("signed", JSONNode(.bool(isSigned))),
          ("text", text.map { .string($0) } ?? JSONNode(.null)), ("bytes", .integer(Int64(message.body.count))),
        ])
      return true
    case .notice(let notice): say("notice", Self.words(notice), [("text", .string(Self.words(notice)))])
    case .transmit, .keep: break
    }
    return false
  }

  func say(_ counters: MeshCounters) {
    let refusals = counters.refusals.sorted { $0.key.rawValue < $1.key.rawValue }
    let words = refusals.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    let (unread, calls) = (counters.unread, counters.unreadEmergencies)
    let late = unread == 0 ? "" : "; \(unread) events not read in time, \(calls) of them emergencies"
    say(
      "end",
      "\(counters.delivered) messages, \(counters.proofs) proofs, \(counters.sentBytes) bytes sent, "
        + "\(counters.receivedBytes) received; refused: \(words.isEmpty ? "nothing" : words)\(late)",
      [
        ("delivered", .integer(Int64(counters.delivered))), ("proofs", .integer(Int64(counters.proofs))),
        ("sentBytes", .integer(Int64(counters.sentBytes))),
        ("receivedBytes", .integer(Int64(counters.receivedBytes))), ("unread", .integer(Int64(unread))),
        ("unreadEmergencies", .integer(Int64(calls))),
        (
          "refused", JSONNode(.object(refusals.map { JSONMember($0.key.rawValue, .integer(Int64($0.value))) }))
        ),
      ])
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func origin(_ message: MeshMessage) -> (String, isSigned: Bool) {
    switch message.origin {
    case .device(_, let peer): (peer?.callsign ?? "a device not yet announced", true)
    case .member(_, let claimed): (claimed?.callsign ?? "a member", false)
    }
  }

  private static func words(_ notice: MeshNotice) -> String {
    switch notice {
    case .foreignPeer(let link): "link \(link.number) holds another key: another mission, or it missed a rotation"
    case .identityConflict(let uid, let callsign, _): "a second device calls itself \(callsign) (\(uid)); refused"
    case .keyChanged(let epoch, let isLoss): "new key, epoch \(epoch)\(isLoss ? ", because a device was lost" : "")"
    case .leftOut(let peers):
      "\(peers.count) devices heard since the loss did not get the new key; confirm them or show them the code"
    case .notKept: "the store refused what must be kept; a restart would reopen this node to replays"
    case .keyExpired: "no key is valid now"
    @unknown default: "something that this build has no words for"
    }
  }
}
