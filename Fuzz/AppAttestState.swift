@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let state = try? AppAttestState(reading: bytes) else { return 0 }
  guard (try? AppAttestState(reading: state.bytes)) == state else { fatalError() }
  return 0
}
