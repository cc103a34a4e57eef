@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  // A mark can end what hid another finding, so once is not always enough; four times is.
  var masked = MaskingRules().mask(text)
  for _ in 0..<3 { masked = MaskingRules().mask(masked) }
  if MaskingRules().mask(masked) != masked { fatalError() }
  return 0
}
