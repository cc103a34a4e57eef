@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  for challenge in AuthenticationChallenge.all(in: text) where challenge.scheme.isEmpty { fatalError() }
  let hints = AnswerHints(nonce: text, retryAfter: text, date: text)
  guard let time = hints.serverTime else { return 0 }
  if time < 0 || time > 253_402_300_800 || hints.retryAfter.map({ $0 > .seconds(86400) }) == true { fatalError() }
  return 0
}
