/// What a device's card is made of, with a checksum that the fuzzer sees through.
enum MeshChecksum { static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { [0, 0, 0, bytes.reduce(0, ^)] } }
public struct MeshDevice {
  struct Signer { let publicKey: MeshDeviceKey }
  let signer: Signer
  let agreementKey: [UInt8]
}
