@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  // A mark can end what hid another finding, so once is not always enough; four times is.
  var masked = MaskingRules().mask(text)
  for _ in 0..<3 { masked = MaskingRules().mask(masked) }
  if MaskingRules().mask(masked) != masked { fatalError() }
  // A secret on a line of its own is found whatever stands before it: nothing that only began may hide it.
  let secret = MaskingRules().mask(text + "\n password=hunter2 ")
  if !text.contains("hunter2"), secret.contains("hunter2") { fatalError() }
  return 0
}
