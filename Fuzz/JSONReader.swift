@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let node = try? JSONReader(allowsComments: true).read(bytes) else { return 0 }
  let text = JSONWriter().bytes(node)
  guard (try? JSONReader().read(text)).map(JSONWriter().bytes) == text else { fatalError() }
  return 0
}
