@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if case .message(let message)? = try? TAKDatagram(bytes), message.count >= count { fatalError() }
  var reader = TAKStreamReader()
  guard (try? reader.receive(bytes)) != nil else { fatalError() }
  while let message = try? reader.next() { if message.count >= count { fatalError() } }
  return 0
}
