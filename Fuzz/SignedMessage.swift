@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let parts = try? SignedMessageParts(reading: text, kind: "dpop+jwt") else { return 0 }
  let again = String(decoding: parts.signedBytes, as: UTF8.self) + "." + Base64URL.encode(parts.signature)
  if again != text || !again.contains("." + Base64URL.encode(parts.payload) + ".") { fatalError() }
  return 0
}
