// The Swift front end over the parser of swift-syntax: a unit, whatever the text; never a file dropped, and nothing in a
// unit that the cache would not take back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  // Open squares across lines double the parser's work each: the deadline of the audit ends that, not the reader.
  guard bytes.count(where: { $0 == UInt8(ascii: "[") }) < 20 else { return 0 }
  let text = SourceText(path: "A.swift", text: String(decoding: bytes, as: UTF8.self))
  let unit = SwiftSource.unit(text)
  guard unit.regions.allSatisfy({ $0.start <= $0.end && Int($0.end) <= text.text.utf8.count }),
    UnitReader.unit(UnitWriter.bytes(unit), of: text, .swift, number: 0) != nil
  else { fatalError("a unit that cannot be kept") }
  return 0
}
