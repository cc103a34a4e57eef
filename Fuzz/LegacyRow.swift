@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let state = RecordState(parsing: bytes), state.bytes != bytes { fatalError() }
  if let content = LegacyRowContent(parsing: bytes), !content.createdAt.timeIntervalSince1970.isFinite { fatalError() }
  guard let row = try? LegacyRowEnvelope(parsing: bytes) else { return 0 }
  if [1] + row.keyID + row.nonce + row.ciphertext + row.tag != bytes || row.nonce.count != 12 { fatalError() }
  return 0
}
