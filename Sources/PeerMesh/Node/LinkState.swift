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

  var description: LinkDescription
  /// Of a description only the MTU changes.
  let source: LinkSource
  var pending: Pending?
  var deadline: MeshTime = .max
  var retry: MeshTime = .max
  var session: LinkSession?
  /// The key that the session was proven with.
  var keyID: MeshKeyID?
  /// The answer that made our session, in case the peer sends it again.
  var lastAnswer: [UInt8]?
  var hellos = HandshakeBuffer(count: HandshakeHello.byteCount)
  var answers = HandshakeBuffer(count: NoiseHandshake.messageByteCount)
  var outbox = Outbox()
  var incoming: TokenBucket
  var outgoing: TokenBucket
  var newcomers: TokenBucket
  /// Bytes of emergencies that did not wait for `outgoing`.
  var emergencies: TokenBucket
  /// When to try the current key again, on a link that was proven with a former one.
  var upgrade: MeshTime = .max
  var isForeignNoted = false

  init(_ description: LinkDescription, limits: MeshLimits, now: MeshTime) {
    self.description = description
    source = LinkSource(description)
    incoming = TokenBucket(limits.fromLink, now: now)
    outgoing = TokenBucket(limits.toLink, now: now)
    newcomers = TokenBucket(limits.newcomers, now: now)
    emergencies = TokenBucket(limits.emergenciesToLink, now: now)
  }

  /// No handshake is under way any more.
  func rest() {
    pending = nil
    (deadline, retry) = (.max, .max)
  }

  /// After the clock was set back: what waits for a moment waits as long as it would have.
  func shift(by step: MeshTime) {
    for time in [\LinkState.deadline, \.retry, \.upgrade] where self[keyPath: time] != .max {
      self[keyPath: time] += step
    }
    // What waits for one takes nothing, and only taking tells it the new time.
    for bucket in [\LinkState.incoming, \.outgoing, \.newcomers, \.emergencies] {
      self[keyPath: bucket].shift(by: step)
    }
    outbox.shift(by: step)
    session?.shift(by: step)
  }
}
