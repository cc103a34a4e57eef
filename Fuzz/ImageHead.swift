@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let limits = ImageLimits(formats: Set(ImageFormat.allCases))
  guard let head = try? ImageHead(bytes, limits: limits) else { return 0 }
  if head.width * head.height > limits.maximumPixels || head.frames > limits.maximumFrames { fatalError() }
  if !(0...count).contains(head.trailingBytes) || head.width < 1 || head.height < 1 { fatalError() }
  return 0
}
