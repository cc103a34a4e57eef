@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  if let tokens = try? TokenResponse(reading: bytes), (try? .init(reading: tokens.bytes)) != tokens { fatalError() }
  if let body = try? RefusalBody(reading: bytes), (try? .init(reading: body.bytes)) != body { fatalError() }
  if let nonce = try? ChallengeMessage(reading: bytes), (try? .init(reading: nonce.bytes)) != nonce { fatalError() }
  if let receipt = try? RecordReceipt(reading: bytes), (try? .init(reading: receipt.bytes)) != receipt { fatalError() }
  return 0
}
