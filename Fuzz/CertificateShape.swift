@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let shape = try? CertificateShape(bytes) else { return 0 }
  for part in [shape.issuer, shape.subject, shape.publicKeyInfo] {
    if part.isEmpty || !bytes[part.indices].elementsEqual(part) { fatalError() }
  }
  return 0
}
