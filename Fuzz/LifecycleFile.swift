@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let head = CacheHead(parsing: bytes), !bytes.starts(with: head.bytes) { fatalError() }
  if let key = try? CacheKeyFile.key(parsing: bytes), key.count != 32 || !key.isEqual(to: bytes) { fatalError() }
  guard let entries = try? PreferenceFile.entries(parsing: bytes) else { return 0 }
  if (try? PreferenceFile.entries(parsing: PreferenceFile.bytes(entries))) != entries { fatalError() }
  return 0
}
