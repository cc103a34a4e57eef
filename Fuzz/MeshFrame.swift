@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? PeerAnnouncement(reading: bytes)
  guard let header = try? FrameHeader(reading: bytes[...]) else { return 0 }
  if header.bytes != Array(bytes.prefix(FrameHeader.byteCount)) { fatalError() }
  return 0
}
