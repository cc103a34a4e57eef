@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let batch = try? RecordBatch(reading: bytes) else { return 0 }
  if batch.entries.contains(where: { $0.id.utf8.contains(0) }) { fatalError() }
  guard let parts = try? RecordBatch.batches(of: batch.entries, anchor: batch.anchor, limit: 4096) else { return 0 }
  if parts.contains(where: { (try? RecordBatch(reading: $0.bytes)) != $0 }) { fatalError() }
  if parts.flatMap(\.entries) != batch.entries { fatalError() }
  return 0
}
