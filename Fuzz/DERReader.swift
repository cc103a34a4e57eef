@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let der = try? BERNormalizer().der(bytes) else { return 0 }
  guard (try? DERReader().read(der)).map({ Array($0.encoded) }) == der, (try? BERNormalizer().der(der)) == der
  else { fatalError() }
  return 0
}
