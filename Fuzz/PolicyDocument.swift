@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let slice = try? PolicySlice(reading: bytes), slice.bytes != bytes { fatalError() }
  guard let policy = try? PolicyDocument.read(bytes) else { return 0 }
  let text = JSONWriter().bytes(PolicyDocument.write(policy))
  guard (try? PolicyDocument.read(text)) == policy else { fatalError() }
  return 0
}
