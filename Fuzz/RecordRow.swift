@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  bytes.withUnsafeBytes { _ = try? SealedEnvelope(parsing: $0) }
  if let leaf = try? IndexLeaf(parsing: bytes), leaf.bytes != bytes || leaf.zones.count > 64 { fatalError() }
  if let branch = try? IndexBranch(parsing: bytes), branch.bytes != bytes || branch.slots.count > 32 { fatalError() }
  if let header = try? IndexHeader(parsing: bytes), (try? IndexHeader(parsing: header.bytes)) != header { fatalError() }
  return 0
}
