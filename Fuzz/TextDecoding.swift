// The bytes of a source file, and the look at a text before the parser of Swift sees it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let decoded = TextDecoding.text(bytes) else { return 0 }
  _ = NestingScan.isWithinLimits(decoded.text)
  return 0
}
