/// The head of a signed frame's content, inside the seal: algorithm 1, public key, signature 64.
struct FrameSignature {
  let device: MeshDeviceKey
  let body: [UInt8]

  /// - Throws: ``MeshRefusal/signature``.
  init(reading content: [UInt8], header: ArraySlice<UInt8>) throws(MeshRefusal) {
    var fields = ByteFields(content)
    guard let device = MeshDeviceKey(reading: &fields),
      let signature = fields.take(MeshDeviceKey.signatureByteCount)
    else { throw .signature }
    body = fields.rest()
    guard device.isValid(signature, over: Self.message(header, body)) else { throw .signature }
    self.device = device
  }

  /// - Throws: ``MeshError/signing(_:)``.
  static func content(_ body: [UInt8], header: [UInt8], signer: any MeshSigner) throws(MeshError) -> [UInt8] {
    signer.publicKey.encoded + (try signer.signature(over: message(header[...], body))) + body
  }

  private static func message(_ header: ArraySlice<UInt8>, _ body: [UInt8]) -> [UInt8] {
    Array("mantlet mesh 1 frame".utf8) + header + body
  }
}
