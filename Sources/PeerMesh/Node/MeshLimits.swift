/// How much a node lets others cost it. The defaults suit a phone on Bluetooth.
public struct MeshLimits: Sendable, Hashable {
  /// The largest ``body``: one record of a link holds it with its frame and signature.
  public static let largestBody = 59_000
  /// Links that a message crosses at most; larger numbers from outside are cut to it on entry. From 1 to 255: what is set
  /// beyond counts as the nearest of these.
  public var hops = 5 { didSet { hops = min(max(hops, 1), 255) } }
  /// Largest content of a message, in bytes. From 0 to ``largestBody``, as with ``hops``.
  public var body = 16_384 { didSet { body = min(max(body, 0), Self.largestBody) } }
  /// Sender streams whose windows are remembered, and peers whose announcements are.
  public var senders = 1024
  public var peers = 1024
  /// Links at once.
  public var links = 64
  /// Bytes from one neighbour, with 64 for each datagram. What is beyond is dropped before any cryptography, but
  /// on a link that repeats nothing: there it waits, see ``MeshNode``.
  public var fromLink = Rate(perSecond: 256 * 1024, burst: 512 * 1024)
  /// Bytes to one neighbour; emergencies do not wait for it as far as their own budget reaches, and take nothing of it
  /// while new keys wait.
  public var toLink = Rate(perSecond: 64 * 1024, burst: 128 * 1024)
  /// Bytes of emergencies to one neighbour that do not wait for ``toLink``.
  public var emergenciesToLink = Rate(perSecond: 32 * 1024, burst: 128 * 1024)
  /// Emergencies of one sender stream that are taken and passed on, apart from ``fromSender``: a flood of them takes
  /// nothing from others', and a flood of anything else nothing from them.
  public var emergencies = Rate(perSecond: 1, burst: 10)
  /// Frames of one sender stream that are passed on; emergencies and the authority's new keys do not count.
  public var fromSender = Rate(perSecond: 20, burst: 100)
  /// Senders never heard before that one neighbour may bring.
  public var newcomers = Rate(perSecond: 8, burst: 512)
  /// Handshakes that others begin; only hellos whose tag is right count. A quarter as many go apart under keys in wrong
  /// hands, so that these take nothing from members that have the new key.
  public var handshakes = Rate(perSecond: 20, burst: 40)
  /// Those of one neighbour: its address where the transport names one, else the link. Few at once, as who connects anew
  /// where nobody has an address has them anew.
  public var neighbourHandshakes = Rate(perSecond: 1, burst: 4)
  /// Frames and bytes that wait for one neighbour. Of emergencies one sender has an eighth of the frames and a quarter of
  /// the bytes, one neighbour that brings them half; so it is with ``keptFrames``.
  public var queuedFrames = 256
  public var queuedBytes = 128 * 1024
  /// Frames and bytes kept for neighbours that come later.
  public var keptFrames = 128
  public var keptBytes = 128 * 1024
  /// Frames and bytes of the authority's new keys, in each queue and among what is kept: a share of their own, so that no
  /// flood of other messages stops an exclusion.
  public var keyFrames = 1024
  public var keyBytes = 512 * 1024
  /// A frame is passed on after a random part of this time, in milliseconds, unless all neighbours had it meanwhile.
  public var jitter: MeshTime = 100
  /// How far a sender's clock may be ahead.
  public var clockSkew: MeshTime = 60_000
  public var handshakeTimeout: MeshTime = 10_000
  /// Between two announcements of this device to the whole mesh.
  public var announceInterval: MeshTime = 60_000
  /// How long a former key opens what is under way.
  public var grace: MeshTime = 24 * 60 * 60_000

  public init() {}
}
