import UntrustedInput

/// What a ``MeshKeyPackage`` is made of, before anything is opened.
struct MeshKeyPackageParts: Sendable {
  static let version: UInt8 = 1
  private static let limit = 1024

  /// The id of the device that it is for.
  let recipient: [UInt8]
  let encapsulatedKey: [UInt8]
  let sealed: [UInt8]

  /// - Throws: ``MeshError/keyText(expected:)``, ``MeshError/newerKeyVersion(_:)``.
  init(_ text: String, prefix: String) throws(MeshError) {
    guard text.utf8.count <= Self.limit, text.hasPrefix(prefix),
      let bytes = try? Base64URL.decode(text.dropFirst(prefix.count)), bytes.count > 49
    else { throw .keyText(expected: prefix) }
    guard bytes[0] == Self.version else { throw .newerKeyVersion(Int(bytes[0])) }
    recipient = Array(bytes[1..<17])
    encapsulatedKey = Array(bytes[17..<49])
    sealed = Array(bytes[49...])
  }
}
