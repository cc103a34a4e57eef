import PeerMesh
import X509

/// A client of the TAK server that a proof named.
struct ProvenClient: Sendable, Hashable {
  /// What an authority calls it, and not the key that it shows: a code of enrolment that can be used again makes any number of
  /// keys for one client.
  struct Name: Sendable, Hashable {
    let issuer: DistinguishedName
    /// In small letters: servers do not tell users apart by capitals.
    let commonName: String
  }

  let name: Name
  /// The end of its certificate.
  let until: MeshTime
}
