public import Redaction

/// The 256-bit key that the members of one mission share, with what belongs to it. Copies share one secret, which is
/// overwritten when the last of them ends.
///
/// The key itself seals nothing and answers no challenge: each purpose has a key of its own, derived with HKDF-SHA256
/// under its label. What it gives: who does not hold it can neither read, change nor send. What it cannot give: any
/// member can send under any unsigned name, and whoever captures a phone reads all that its keys ever sealed.
/// Source: RFC 5869; BSI TR-03161-1 O.Cryp_4; MASVS-CRYPTO-2.
public struct MeshKey: Sendable {
  public static let byteCount = 32

  /// What a key is, behind one reference: every frame looks its key up, which copies it.
  private final class Held: Sendable {
    let schedule: MeshKeySchedule
    let suite: MeshSuite
    let epoch: UInt32
    let mission: String
    let (notBefore, notAfter): (MeshTime?, MeshTime?)
    let authority: MeshDeviceKey?

    init(
      _ schedule: MeshKeySchedule, suite: MeshSuite, epoch: UInt32, mission: String,
      notBefore: MeshTime?, notAfter: MeshTime?, authority: MeshDeviceKey?
    ) {
      (self.schedule, self.suite, self.epoch, self.mission) = (schedule, suite, epoch, mission)
      (self.notBefore, self.notAfter, self.authority) = (notBefore, notAfter, authority)
    }
  }

  private let held: Held

  public var suite: MeshSuite { held.suite }
  /// Counts the keys of a mission: a device never goes back to a smaller one.
  public var epoch: UInt32 { held.epoch }
  /// What people call the mission; chosen by whoever made the key.
  public var mission: String { held.mission }
  /// First and last moment at which the key may send; nil: unbounded.
  public var notBefore: MeshTime? { held.notBefore }
  public var notAfter: MeshTime? { held.notAfter }
  /// Who alone may change the key over the mesh; nil: nobody, a new key comes by QR code.
  public var authority: MeshDeviceKey? { held.authority }

  /// - Throws: ``MeshError/keyText(expected:)`` unless the secret has 32 bytes that are not all zero,
  ///   ``MeshError/text(limit:)`` for an unacceptable name.
  public init(
    _ secret: consuming Secret, mission: String, suite: MeshSuite = .noise, epoch: UInt32 = 1,
    notBefore: MeshTime? = nil, notAfter: MeshTime? = nil, authority: MeshDeviceKey? = nil
  ) throws(MeshError) {
    let isZero = secret.isEqual(to: [UInt8](repeating: 0, count: Self.byteCount))
    guard secret.count == Self.byteCount, !isZero else { throw .keyText(expected: "32 bytes, not all zero") }
    guard MeshText.isAcceptable(mission) else { throw .text(limit: 64) }
    held = Held(
      MeshKeySchedule(secret, epoch: epoch), suite: suite, epoch: epoch, mission: mission,
      notBefore: notBefore, notAfter: notAfter, authority: authority)
  }

  /// A new key from `generator`, which must be the system's outside of tests.
  ///
  /// - Throws: ``MeshError/text(limit:)``.
  public static func random(  // O.Rand_1#880
    mission: String, epoch: UInt32 = 1, notBefore: MeshTime? = nil, notAfter: MeshTime? = nil,
    authority: MeshDeviceKey? = nil, using generator: inout some RandomNumberGenerator
  ) throws(MeshError) -> MeshKey {
    try MeshKey(
      Secret(randomBytes: byteCount, using: &generator), mission: mission, epoch: epoch, notBefore: notBefore,
      notAfter: notAfter, authority: authority)
  }

  public var id: MeshKeyID { held.schedule.id }

  /// Whether the key may send at this time.
  public func isValid(at now: MeshTime) -> Bool { now >= notBefore ?? .min && now <= notAfter ?? .max }

  /// A key that a person hands over, or that answers a loss, is taken over while it may send, neither before nor after.
  /// - Throws: ``MeshError/keyExpired``, ``MeshError/keyNotYetValid``.
  package func checkTime(at now: MeshTime) throws(MeshError) {
    if let last = notAfter, now > last { throw .keyExpired }
    if let first = notBefore, now < first { throw .keyNotYetValid }
  }

  /// Lends the key itself, to seal it for another member or to keep it; the pointer must not leave `body`.
  public func withExposedKey<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try held.schedule.root.withExposedBytes(body)
  }

  var schedule: MeshKeySchedule { held.schedule }
}
