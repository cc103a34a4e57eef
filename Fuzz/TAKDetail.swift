// The text inside a message, which swift-protobuf hands over; that package is not linked here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var scanner = EventScanner(Array(UnsafeBufferPointer(start: start, count: count)), limits: CoTLimits())
  guard let elements = try? scanner.fragment(depth: 3) else { return 0 }
  var detail = CoTDetail()
  for element in elements { guard (try? detail.add(element)) != nil else { return 0 } }
  if detail.elements.count != elements.count { fatalError() }
  return 0
}
