import Crypto
import Foundation

/// What a node knows about one link. Owned by one ``MeshMachine``, which cannot be copied.
final class LinkState {
  /// A handshake that is not finished; one at a time.
  enum Pending {
    /// We said hello with this key; later ones of `others` follow if the peer does not know it.
    case offered(NoiseHandshake, key: MeshKey, others: [MeshKey], hello: [UInt8])
    /// We answered; the peer has yet to show that it is there.
    case answered(LinkSession, key: MeshKey, hello: [UInt8], answer: [UInt8])
  }

  let id: LinkID
  /// As it was when the link came.
  let description: LinkDescription
  /// Of now.
  var mtu: Int
  let source: LinkSource
  var pending: Pending?
  var deadline: MeshTime = .max
  var retry: MeshTime = .max
  /// Where it is in its ``LinkTable``; nil once it has ended.
  var place: Int?
  /// The key that the other side has proven; nil until then.
  var keyID: MeshKeyID?
  /// The answer that made our session, in case the peer sends it again.
  var lastAnswer: [UInt8]?
  var hellos = HandshakeBuffer(count: HandshakeHello.byteCount)
  var answers = HandshakeBuffer(count: NoiseHandshake.messageByteCount)
  var incoming: TokenBucket
  var newcomers: TokenBucket
  /// When to try the current key again, on a link that was proven with a former one.
  var upgrade: MeshTime = .max
  var isForeignNoted = false

  init(_ description: LinkDescription, limits: MeshLimits, now: MeshTime) {
    (id, mtu) = (description.id, description.mtu)
    self.description = description
    source = LinkSource(description)
    incoming = TokenBucket(limits.fromLink, now: now)
    newcomers = TokenBucket(limits.newcomers, now: now)
  }

  var isProven: Bool { keyID != nil }

  /// No handshake is under way any more.
  func rest() {
    pending = nil
    (deadline, retry) = (.max, .max)
  }

  /// After the clock was set back: what waits for a moment waits as long as it would have.
  func shift(by step: MeshTime) {
    if deadline != .max { deadline += step }
    if retry != .max { retry += step }
    if upgrade != .max { upgrade += step }
    incoming.shift(by: step)
    newcomers.shift(by: step)
  }
}
