extension MeshDeviceKey { static func isKey(_ algorithm: Algorithm, _ bytes: [UInt8]) -> Bool { bytes[0] < 4 } }
enum MeshChecksum { static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { [0, 0, 0, bytes.reduce(0, ^)] } }
public struct MeshDevice {
  struct Signer { let publicKey: MeshDeviceKey }
  let signer: Signer
  let agreementKey: [UInt8]
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let peers = KeptPeers(bytes) else { return 0 }
  if KeptPeers(peers.bytes) != peers { fatalError() }
  return 0
}
