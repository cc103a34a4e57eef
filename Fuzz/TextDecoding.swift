// The bytes of a source file, and the look at a text before the parser of Swift sees it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let decoded = TextDecoding.text(bytes) else { return 0 }
  let readable = NestingScan.readable(decoded.text)
  // Blanks at the end go; everything else stays at its place.
  guard readable.text.utf8.count <= decoded.text.utf8.count,
    zip(readable.text.utf8, decoded.text.utf8).allSatisfy({ $0 == $1 || $0 == 0x20 || $0 == UInt8(ascii: ";") })
  else { fatalError("a text that moves") }
  return 0
}
