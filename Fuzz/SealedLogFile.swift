@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let head = LogHead(parsing: bytes), !bytes.starts(with: head.bytes) { fatalError() }
  let frames = LogFrames(in: bytes)
  if frames.end > bytes.count || frames.ranges.contains(where: { $0.upperBound > frames.end }) { fatalError() }
  return 0
}
