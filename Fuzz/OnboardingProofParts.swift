@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let parts = OnboardingProofParts(bytes) else { return 0 }
  if parts.bytes != bytes { fatalError() }
  return 0
}
