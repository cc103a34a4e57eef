@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let batch = try? PinFailureBatch(reading: bytes) else { return 0 }
  if batch.entries.count > PinFailureBatch.maximumEntries { fatalError() }
  guard (try? PinFailureBatch(reading: batch.bytes)) == batch else { fatalError() }
  return 0
}
