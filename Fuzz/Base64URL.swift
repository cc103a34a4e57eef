@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard (try? Base64URL.decode(Base64URL.encode(bytes))) == bytes else { fatalError() }
  let text = String(decoding: bytes, as: UTF8.self)
  if let decoded = try? Base64URL.decode(text), Base64URL.encode(decoded) != text { fatalError() }
  return 0
}
