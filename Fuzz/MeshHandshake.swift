@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var buffer = HandshakeBuffer(count: 58)
  for part in UnsafeBufferPointer(start: start, count: count).split(separator: 0xFF) {
    guard case .hello(let offset, let bytes) = try? LinkDatagram(reading: Array(part)) else { continue }
    if let whole = buffer.add(bytes, at: offset), whole.count != 58 { fatalError() }
  }
  return 0
}
