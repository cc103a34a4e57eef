@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? PropertyListReader().read(bytes)
  let widest = XMLReader(allowsCDATA: true, allowsExternalDoctype: true, allowsDeclarations: true)
  guard let root = try? widest.read(bytes) else { return 0 }
  // What is stricter reads the same or nothing.
  for reader in [XMLReader(), XMLReader(allowsCDATA: true, allowsExternalDoctype: true)] {
    if let strict = try? reader.read(bytes), strict != root { fatalError() }
  }
  return 0
}
