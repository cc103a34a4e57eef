// The bytes of a source file, and the look at a text before the parser of Swift sees it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let decoded = TextDecoding.text(bytes) else { return 0 }
  let readable = NestingScan.readable(decoded.text)
  guard readable.text.utf8.count == decoded.text.utf8.count,
    readable.text.utf8.count(where: { $0 == 10 }) == decoded.text.utf8.count(where: { $0 == 10 }),
    NestingScan.readable(readable.text).text.utf8.count == readable.text.utf8.count
  else { fatalError("a text that moves") }
  return 0
}
