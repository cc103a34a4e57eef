@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let overlay = try? ProbeOverlay(reading: bytes) else { return 0 }
  if overlay.changes.count > 256 || overlay.expiresAt <= overlay.issuedAt { fatalError() }
  guard (try? ProbeOverlay(reading: overlay.bytes)) == overlay else { fatalError() }
  return 0
}
