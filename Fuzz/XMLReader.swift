@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? PropertyListReader().read(bytes)
  guard let root = try? XMLReader(allowsCDATA: true, allowsExternalDoctype: true).read(bytes) else { return 0 }
  // What is stricter reads the same or nothing.
  if let strict = try? XMLReader().read(bytes), strict != root { fatalError() }
  return 0
}
