@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let unit = ObjectiveCSource.unit(SourceText(path: "A.m", text: text), number: 0)
  guard unit.regions.allSatisfy({ $0.start <= $0.end && Int($0.end) <= text.utf8.count + 1 }) else { fatalError() }
  return 0
}
