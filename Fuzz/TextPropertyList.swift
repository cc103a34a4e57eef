@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let strict = try? TextPropertyListReader().read(bytes)
  // What is stricter reads the same or nothing.
  if let strict, strict != (try? TextPropertyListReader(allowsDuplicates: true).read(bytes)) { fatalError() }
  return 0
}
