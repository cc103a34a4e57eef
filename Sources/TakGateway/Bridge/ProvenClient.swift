import PeerMesh

/// A client of the TAK server that a proof named.
struct ProvenClient: Sendable, Hashable {
  /// SHA-256 over the certificate's SubjectPublicKeyInfo.
  let key: [UInt8]
  /// The end of its certificate.
  let until: MeshTime
}
