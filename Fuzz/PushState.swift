@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let state = try? PushState(reading: bytes) else { return 0 }
  if (try? PushState(reading: state.bytes)) != state || state.known.count > PushState.limit { fatalError() }
  return 0
}
