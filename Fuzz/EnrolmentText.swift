@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? EnrolmentAnswer(bytes)
  guard let text = String(validating: bytes, as: UTF8.self), let code = try? EnrolmentCode(text) else { return 0 }
  if code.name?.utf8.contains(where: { $0 < 0x20 }) == true { fatalError() }
  return 0
}
