@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let once = MaskingRules().mask(text)
  if MaskingRules().mask(once) != once { fatalError() }
  return 0
}
