/// A peer's proof that a TAK server's authority knows it: opaque here, carried in its signed announcement from end to
/// end, judged by whoever bridges. That a peer claims to be onboarded counts nowhere.
public struct OnboardingProof: Sendable, Hashable {
  public static let limit = 4096
  public let bytes: [UInt8]

  /// - Throws: ``MeshError/tooLarge(limit:)``; empty is no proof.
  public init(_ bytes: [UInt8]) throws(MeshError) {
    guard !bytes.isEmpty, bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    self.bytes = bytes
  }

  /// What the TAK client key signs: this device key under this uid in this mission, and nothing else, so the proof of
  /// one device says nothing about another.
  public static func statement(device: MeshDeviceKey, uid: String, mission: String) -> [UInt8] {
    var bytes = Array("mantlet mesh 1 onboarding".utf8)
    bytes += device.encoded
    bytes.append(shortText: uid)
    bytes.append(shortText: mission)
    return bytes
  }
}
