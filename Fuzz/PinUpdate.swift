@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let update = try? PinUpdate(reading: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  guard (try? PinUpdate(reading: update.bytes)) == update else { fatalError() }
  return 0
}
