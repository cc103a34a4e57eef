/// A private key as it stood in a file, not yet proved to be one. A class, since it cannot be copied.
final class FoundKey: Sendable {
  let structure: PrivateKeyStructure
  let attributes: PKCS12Attributes

  init(_ structure: consuming PrivateKeyStructure, _ attributes: PKCS12Attributes) {
    self.structure = structure
    self.attributes = attributes
  }
}
