@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let address = try? EmailAddress(text, allowing: [.addressLiteral, .singleLabel]) else { return 0 }
  let again = try? EmailAddress(address.comparable, allowing: [.addressLiteral, .singleLabel])
  if again != address || again?.comparable != address.comparable || address.comparable.utf8.count > 254 { fatalError() }
  return 0
}
