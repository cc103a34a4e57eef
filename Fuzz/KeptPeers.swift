@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let peers = KeptPeers(bytes) else { return 0 }
  if KeptPeers(peers.bytes) != peers { fatalError() }
  return 0
}
