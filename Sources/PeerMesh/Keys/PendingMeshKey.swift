/// A key that came from a QR code and that nobody has looked at yet: it opens nothing until a person has compared its
/// fingerprint. A hostile link can therefore not silently replace the key of a mission.
public struct PendingMeshKey: Sendable {
  private let key: MeshKey

  init(_ key: MeshKey) { self.key = key }

  public var mission: String { key.mission }
  public var suite: MeshSuite { key.suite }
  public var epoch: UInt32 { key.epoch }
  public var notBefore: MeshTime? { key.notBefore }
  public var notAfter: MeshTime? { key.notAfter }
  /// Who may change the key over the mesh.
  public var authority: MeshDeviceKey? { key.authority }
  public var fingerprint: KeyFingerprint { key.fingerprint }

  /// The key, for a person who entered its fingerprint or the words for it.
  ///
  /// - Throws: ``MeshError/fingerprintMismatch``.
  public func confirm(fingerprint: String) throws(MeshError) -> MeshKey {
    guard key.fingerprint.matches(fingerprint) else { throw .fingerprintMismatch }
    return key
  }
}
