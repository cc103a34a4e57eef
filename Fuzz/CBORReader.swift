@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let (node, length) = try? CBORReader().readFirst(bytes) else { return 0 }
  guard length <= count, (try? CBORReader().read(bytes[..<length])) == node else { fatalError() }
  return 0
}
